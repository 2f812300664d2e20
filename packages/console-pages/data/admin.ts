export interface paths {
    "/admin/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of the branch
         * @description Needs the scope `accounts:read`.
         */
        get: operations["accounts_list"];
        put?: never;
        /**
         * Create an account, with its sandbox credit
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one account
         * @description Needs the scope `accounts:read`.
         */
        get: operations["accounts_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename an account
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_rename"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an account, with all below it, under another parent; calls in flight keep their line
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend an account: its calls are refused, from the next one on
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a suspended account
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an account permanently, and revoke its keys
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/apis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoints that an account may call
         * @description Needs the scope `accounts:read`.
         */
        get: operations["accounts_apis_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/apis/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoints of the server with the price that an account pays for an answer
         * @description Needs the scope `accounts:read`.
         */
        get: operations["accounts_apis_prices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/apis/grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add endpoints to an account, or permit all
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_apis_grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/apis/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke endpoints, from the next request on
         * @description Needs the scope `accounts:write`.
         */
        post: operations["accounts_apis_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries, newest first; an account sees those of its branch
         * @description Needs the scope `audit:read`.
         */
        get: operations["audit_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/consents/{plugin}/declare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the standing consent of an account: it holds the consent of everybody it asks about, under the notice in force
         * @description Needs the scope `consents:write`, which only operators have.
         */
        post: operations["consents_declare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/consents/{plugin}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the standing consent of an account, for the calls to come
         * @description Needs the scope `consents:write`, which only operators have.
         */
        post: operations["consents_withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/consents/{plugin}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the standing consent of an account, for a plugin
         * @description Needs the scope `consents:read`.
         */
        get: operations["consents_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, without secrets
         * @description Needs the scope `keys:read`.
         */
        get: operations["keys_list"];
        put?: never;
        /**
         * Issue a key; its secret is shown once
         * @description Needs the scope `keys:write`.
         */
        post: operations["keys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key, without its secret
         * @description Needs the scope `keys:read`.
         */
        get: operations["keys_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change label and restrictions of a key; omitted fields stay unchanged
         * @description Needs the scope `keys:write`.
         */
        patch: operations["keys_restrict"];
        trace?: never;
    };
    "/admin/v1/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a key; the old one stays valid for an overlap
         * @description Needs the scope `keys:write`.
         */
        post: operations["keys_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key, from the next request on
         * @description Needs the scope `keys:write`.
         */
        post: operations["keys_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{key_id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote a key: a new production key of the same account is issued; the sandbox key stays
         * @description Needs the scope `keys:write`.
         */
        post: operations["keys_promote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{key_id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue an access token of a sandbox key, valid for an hour
         * @description Needs the scope `keys:write`.
         */
        post: operations["keys_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the KYC of an account
         * @description Needs the scope `accounts:read`.
         */
        get: operations["kyc_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/kyc/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit KYC documents: uploaded files or references, which replace the earlier ones
         * @description Needs the scope `accounts:write`.
         */
        post: operations["kyc_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/kyc/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve: production keys are permitted from now on
         * @description Needs the scope `kyc:approve`, which only operators have.
         */
        post: operations["kyc_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/kyc/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject, with the reason
         * @description Needs the scope `kyc:approve`, which only operators have.
         */
        post: operations["kyc_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/kyc/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the file of a KYC document: a PDF, JPEG or PNG of at most 5 MB
         * @description Needs the scope `accounts:write`.
         */
        post: operations["kyc_upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/kyc/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a KYC document; each view is in the audit log
         * @description Needs the scope `kyc:approve`, which only operators have.
         */
        get: operations["kyc_file"];
        put?: never;
        post?: never;
        /**
         * Erase a file of KYC that no decision waits for
         * @description Needs the scope `accounts:write`.
         */
        delete: operations["kyc_discard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders and other asynchronous calls of an account, newest first, within the visible usage log
         * @description Needs the scope `orders:read`.
         */
        get: operations["orders_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/orders/{ref_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of an order or another asynchronous call
         * @description Needs the scope `orders:read`.
         */
        get: operations["orders_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configured retention times
         * @description Needs the scope `retention:read`, which only operators have.
         */
        get: operations["retention_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/retention/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop data past its retention now; a running server does it every hour
         * @description Needs the scope `retention:write`, which only operators have.
         */
        post: operations["retention_purge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/threshold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balance thresholds of a wallet
         * @description Needs the scope `wallets:read`.
         */
        get: operations["wallets_threshold"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the balance thresholds of a wallet; null removes one, omitted ones stay; without a change it shows them
         * @description Needs the scope `wallets:alert`.
         */
        patch: operations["wallets_set_threshold"];
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests of an account, newest first, without inputs and outputs
         * @description Needs the scope `usage:read`.
         */
        get: operations["usage_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/usage/{call_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one request of an account; of several with one request id the newest
         * @description Needs the scope `usage:read`.
         */
        get: operations["usage_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/calls/{reference}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what happened to the money of a call, and why
         * @description Needs the scope `usage:read`.
         */
        get: operations["calls_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ledger entries of a wallet, newest first, without archived ones
         * @description Needs the scope `wallets:read`.
         */
        get: operations["ledger_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/wallet-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the external wallet has still to do, the oldest first
         * @description Needs the scope `wallets:write`, which only operators have.
         */
        get: operations["wallet_tasks_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/wallet-tasks/{reference}/{step}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a task of the external wallet due at once
         * @description Needs the scope `wallets:write`, which only operators have.
         */
        post: operations["wallet_tasks_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/wallet-tasks/{reference}/{step}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a task of the external wallet that was carried out by hand: it is not tried again
         * @description Needs the scope `wallets:write`, which only operators have.
         */
        post: operations["wallet_tasks_resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balance of a wallet
         * @description Needs the scope `wallets:read`.
         */
        get: operations["wallets_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit a wallet; idempotent per reference
         * @description Needs the scope `wallets:write`, which only operators have.
         */
        post: operations["wallets_credit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct a wallet up or down, or reverse a credit; idempotent per reference
         * @description Needs the scope `wallets:write`, which only operators have.
         */
        post: operations["wallets_adjust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/allotments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move credit to a direct child; idempotent per reference. An account does so from its own wallet only
         * @description Needs the scope `wallets:allot`.
         */
        post: operations["wallets_allot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of an account, newest first, without secrets
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_list"];
        put?: never;
        /**
         * Create a webhook endpoint; its secret is shown once
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints of the branch, newest first, without secrets
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_list_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint, without its secret
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint permanently
         * @description Needs the scope `webhooks:write`.
         */
        delete: operations["webhooks_delete"];
        options?: never;
        head?: never;
        /**
         * Change URL, description or event filter; omitted fields stay unchanged
         * @description Needs the scope `webhooks:write`.
         */
        patch: operations["webhooks_update"];
        trace?: never;
    };
    "/admin/v1/webhooks/{endpoint_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint, from the next event on
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{endpoint_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint; its events are kept for replay
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{endpoint_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret, shown once; the old one also signs for an overlap
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post the event webhook.test there
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delivery attempts of a webhook endpoint, newest first
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{endpoint_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a range of events to a webhook endpoint
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/webhook-events/{event_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay one event of an account to every endpoint subscribed to its type
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_replay_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhook-replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one event again, or a range of events to one endpoint
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["webhooks_replay_any"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of an account with their deliveries to its endpoints, newest first
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/webhook-events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event: what is posted of it, and its attempts at each endpoint
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhook-event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of events that this host emits
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_event_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get calls, success, latency and spend of an account, including purged log rows
         * @description Needs the scope `analytics:read`.
         */
        get: operations["analytics_figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/statements/{month}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statement of a wallet; charges of a day are one line per endpoint
         * @description Needs the scope `statements:read`.
         */
        get: operations["statements_wallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/statements/{month}/commission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the commission statement of a reseller
         * @description Needs the scope `statements:read`.
         */
        get: operations["statements_commission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the billing details of an account
         * @description Needs the scope `statements:read`.
         */
        get: operations["billing_get"];
        /**
         * Set the billing details of an account for its next invoices
         * @description Needs the scope `statements:write`, which only operators have.
         */
        put: operations["billing_set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices and credit notes, newest first
         * @description Needs the scope `statements:read`.
         */
        get: operations["invoices_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invoices/{invoice_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice or a credit note
         * @description Needs the scope `statements:read`.
         */
        get: operations["invoices_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invoices/{invoice_number}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice or a credit note as a PDF
         * @description Needs the scope `statements:read`.
         */
        get: operations["invoices_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue the invoice of a past month; idempotent
         * @description Needs the scope `statements:write`, which only operators have.
         */
        post: operations["invoices_issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invoices/{invoice_number}/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a credit note for a part of an invoice; moves no money
         * @description Needs the scope `statements:write`, which only operators have.
         */
        post: operations["invoices_credit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the brand of an account at its own host, shown or not
         * @description Needs the scope `accounts:read`.
         */
        get: operations["brands_get"];
        /**
         * Set the brand of an account, which /docs, the OpenAPI document and the Postman collection show at its host
         * @description Needs the scope `brands:write`.
         */
        put: operations["brands_set"];
        post?: never;
        /**
         * Clear the brand of an account; its host may be used again
         * @description Needs the scope `brands:write`.
         */
        delete: operations["brands_clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the prices that were set; an account sees those of everybody, of its role and the roles below, and of its branch
         * @description Needs the scope `prices:read`.
         */
        get: operations["prices_list"];
        put?: never;
        /**
         * Set a price from a time on; calls under way keep theirs. A super admin does so for accounts and roles below it, at no less than its own
         * @description Needs the scope `prices:write`.
         */
        post: operations["prices_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/prices/unset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a price away from a time on: what is below it in precedence holds. Operators and super admins each reach their own
         * @description Needs the scope `prices:write`.
         */
        post: operations["prices_unset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the current price of a call step by step, with its commission
         * @description Needs the scope `prices:read`.
         */
        get: operations["quotes_explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/commission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the share of each charge that a reseller and the line below it earn
         * @description Needs the scope `commissions:read`.
         */
        get: operations["commissions_rate"];
        /**
         * Set the rate of a reseller; an account does so for those below it, up to its own rate, where rates are differential
         * @description Needs the scope `commissions:write`.
         */
        put: operations["commissions_set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/commission/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get accrued, pending and convertible commission
         * @description Needs the scope `commissions:read`.
         */
        get: operations["commissions_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/commission/{environment}/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert final commission to wallet credit of its earner, in whole paise; idempotent per reference
         * @description Needs the scope `commissions:write`.
         */
        post: operations["commissions_convert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/commission/{environment}/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get commission by endpoint in a month, with reversals and conversions
         * @description Needs the scope `commissions:read`.
         */
        get: operations["commissions_statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the costs of provider operations: set ones and those of the configuration
         * @description Needs the scope `costs:read`, which only operators have.
         */
        get: operations["costs_list"];
        put?: never;
        /**
         * Set the cost of a provider operation from a time on; booked attempts keep theirs
         * @description Needs the scope `costs:write`, which only operators have.
         */
        post: operations["costs_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/costs/margins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the margin of each endpoint in a month, after commission and provider costs
         * @description Needs the scope `costs:read`, which only operators have.
         */
        get: operations["costs_margins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/costs/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a provider's invoice with the booked costs; changes nothing
         * @description Needs the scope `costs:write`, which only operators have.
         */
        post: operations["costs_reconcile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans of this host, the cheapest first
         * @description Needs the scope `plans:read`.
         */
        get: operations["plans_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions to plans, newest first
         * @description Needs the scope `plans:read`.
         */
        get: operations["subscriptions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the plan of an account, and the rest of its pool
         * @description Needs the scope `plans:read`.
         */
        get: operations["plans_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/plan/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what subscribing or changing to a plan would cost now, and when it would begin; changes nothing
         * @description Needs the scope `plans:read`.
         */
        get: operations["plans_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/plan/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to a plan; the production wallet pays the first month
         * @description Needs the scope `plans:subscribe`.
         */
        post: operations["plans_subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/plan/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the plan: upgrade at once, downgrade at the next period; the current plan cancels a pending change
         * @description Needs the scope `plans:subscribe`.
         */
        post: operations["plans_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/plan/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription at the end of its period; one in grace at once
         * @description Needs the scope `plans:subscribe`.
         */
        post: operations["plans_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/plans/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew due subscriptions now, as the server does every minute
         * @description Needs the scope `plans:write`.
         */
        post: operations["plans_renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/plans/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the availability of production in a month; an account sees that of its own calls
         * @description Needs the scope `plans:read`.
         */
        get: operations["plans_availability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/funding-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how money is paid into a wallet: UPI, gateways, bank transfer
         * @description Needs the scope `funding:read`.
         */
        get: operations["funding_methods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fundings, newest first
         * @description Needs the scope `funding:read`.
         */
        get: operations["funding_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding/{funding_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one funding
         * @description Needs the scope `funding:read`.
         */
        get: operations["funding_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a bank transfer by its UTR, to be approved
         * @description Needs the scope `funding:submit`.
         */
        post: operations["funding_submit_transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/gateway-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an order at the gateway; returns its own page, or the parameters of its checkout
         * @description Needs the scope `funding:submit`.
         */
        post: operations["funding_open_order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/wallets/{environment}/upi-qrs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a UPI QR of an amount
         * @description Needs the scope `funding:submit`.
         */
        post: operations["funding_open_upi_qr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding/{funding_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the UTR by which a UPI QR was paid, to be approved
         * @description Needs the scope `funding:submit`.
         */
        post: operations["funding_confirm_upi_qr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding/{funding_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve and credit a transfer; a large one needs two operators
         * @description Needs the scope `funding:approve`, which only operators have.
         */
        post: operations["funding_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding/{funding_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a transfer; the UTR may be submitted again
         * @description Needs the scope `funding:approve`, which only operators have.
         */
        post: operations["funding_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding/{funding_id}/chargeback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge back a credited amount, and suspend the account
         * @description Needs the scope `funding:approve`, which only operators have.
         */
        post: operations["funding_chargeback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding/{funding_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an account from a dispute or a chargeback: it is active again
         * @description Needs the scope `funding:approve`, which only operators have.
         */
        post: operations["funding_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding-suspense": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the newest 1,000 suspense items, on one page
         * @description Needs the scope `funding:approve`, which only operators have.
         */
        get: operations["funding_suspense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding-suspense/{suspense_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a suspense item to an account; it is credited when it is approved
         * @description Needs the scope `funding:approve`, which only operators have.
         */
        post: operations["funding_assign_suspense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/funding-suspense/{suspense_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a suspense item that was resolved elsewhere
         * @description Needs the scope `funding:approve`, which only operators have.
         */
        post: operations["funding_close_suspense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the own person
         * @description Needs the scope `self:write`.
         */
        get: operations["me_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the own name
         * @description Needs the scope `self:write`.
         */
        patch: operations["me_rename"];
        trace?: never;
    };
    "/admin/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description Needs the scope `self:write`.
         */
        get: operations["sessions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an own session
         * @description Needs the scope `self:write`.
         */
        delete: operations["sessions_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all own sessions but this
         * @description Needs the scope `self:write`.
         */
        post: operations["sessions_end_others"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own passkeys
         * @description Needs the scope `self:write`.
         */
        get: operations["passkeys_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an own passkey
         * @description Needs the scope `self:write`.
         */
        delete: operations["passkeys_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw the secret of an authenticator
         * @description Needs the scope `self:write`.
         */
        post: operations["totp_start"];
        /**
         * Remove the own authenticator
         * @description Needs the scope `self:write`.
         */
        delete: operations["totp_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an authenticator by its first code
         * @description Needs the scope `self:write`.
         */
        post: operations["totp_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes; older ones end
         * @description Needs the scope `self:write`.
         */
        post: operations["recovery_codes_make"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people and their roles
         * @description Needs the scope `people:read`.
         */
        get: operations["people_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/people/{membership_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role away
         * @description Needs the scope `people:write`.
         */
        delete: operations["people_remove"];
        options?: never;
        head?: never;
        /**
         * Change a role
         * @description Needs the scope `people:write`.
         */
        patch: operations["people_change"];
        trace?: never;
    };
    "/admin/v1/people/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person; its link is mailed
         * @description Needs the scope `people:write`.
         */
        post: operations["people_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description Needs the scope `people:read`.
         */
        get: operations["invitations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Needs the scope `people:write`.
         */
        delete: operations["invitations_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/portal-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link that signs a person of an embedder in, once, within 5 minutes
         * @description Needs the scope `people:write`.
         */
        post: operations["portal_links_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credentials of the own account
         * @description Needs the scope `tokens:write`.
         */
        get: operations["tokens_list"];
        put?: never;
        /**
         * Issue a credential of the admin API; it is shown once
         * @description Needs the scope `tokens:write`.
         */
        post: operations["tokens_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tokens/{token_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a credential, from the next request on
         * @description Needs the scope `tokens:write`.
         */
        post: operations["tokens_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tokens/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scopes that an own credential may have
         * @description Needs the scope `tokens:write`.
         */
        get: operations["tokens_scopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Fault: {
            /** @description The id of the request, as in the header X-Request-Id and in the log of the server */
            request_id: string;
            error: {
                code: string;
                message: string;
                /** @description Of a 422: each invalid field, and what is allowed */
                fields?: {
                    [key: string]: string;
                };
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    accounts_list: {
        parameters: {
            query?: {
                /** @description This account and all below it */
                account_id?: string;
                role?: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                status?: "active" | "suspended" | "closed";
                kyc?: "pending" | "submitted" | "approved" | "rejected";
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            account_id: string;
                            name: string;
                            /** @enum {string} */
                            role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                            /** @description Null: none, or outside the branch */
                            parent_id: string | null;
                            /** @enum {string} */
                            status: "active" | "suspended" | "closed";
                            /** @enum {string} */
                            kyc: "pending" | "submitted" | "approved" | "rejected";
                            /** @description Ids of purchased endpoints; null: all, future ones included */
                            apis: string[] | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                    /**
                     * @description The parent; an account creates accounts within its branch
                     * @default null
                     */
                    parent_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                        /** @description What plugins add, by plugin */
                        views: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_rename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_move: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Null: no parent, for operators only */
                    parent_id: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_suspend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_close: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_apis_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @description Every endpoint, also those added later */
                        all: boolean;
                        /** @description Those that it may call now; free ones, which everybody may, are not listed */
                        endpoints: string[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_apis_prices: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            endpoint: string;
                            /** @description The price is that of one unit of it; null: the endpoint has no tiers */
                            tier: string | null;
                            group: string;
                            summary: string;
                            /** @description Of an answer, in force now; null: computed for each call */
                            price: string | null;
                            /** @description Whether the account may call it */
                            permitted: boolean;
                        }[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_apis_grant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Endpoint ids, or all */
                    endpoints: string[] | "all";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                        /** @description Every endpoint, also those added later */
                        all: boolean;
                        /** @description Those that it may call now; free ones, which everybody may, are not listed */
                        endpoints: string[];
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    accounts_apis_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endpoints: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                        /** @description Every endpoint, also those added later */
                        all: boolean;
                        /** @description Those that it may call now; free ones, which everybody may, are not listed */
                        endpoints: string[];
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    audit_list: {
        parameters: {
            query?: {
                /** @description Only of this account */
                account_id?: string;
                /** @description Such as key/<id> */
                subject?: string;
                /** @description Such as account.suspend */
                action?: string;
                actor?: string;
                /** @description Included */
                from?: string;
                /** @description Excluded */
                until?: string;
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            /** @description An operator of the command line, admin:<credential>, or system:<task> */
                            actor: string;
                            action: string;
                            subject: string;
                            /** @description The account whose branch may read it; null: operators only */
                            account_id: string | null;
                            before: {
                                [key: string]: unknown;
                            } | null;
                            after: {
                                [key: string]: unknown;
                            } | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    consents_declare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                /** @description The plugin whose calls it covers */
                plugin: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The document in which the account declared it; no identity number */
                    reference: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description The plugin whose calls it covers */
                        plugin: string;
                        /** @description Null: nothing, or it was withdrawn */
                        declared: {
                            /** @description The document in which the account declared it */
                            reference: string;
                            /** @description The version of the notice in force then; a later notice needs a new declaration */
                            notice: string;
                            /** @description Who wrote it down */
                            actor: string;
                        } | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    consents_withdraw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                /** @description The plugin whose calls it covers */
                plugin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description The plugin whose calls it covers */
                        plugin: string;
                        /** @description False: there was none */
                        withdrawn: boolean;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    consents_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                /** @description The plugin whose calls it covers */
                plugin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description The plugin whose calls it covers */
                        plugin: string;
                        /** @description Null: nothing, or it was withdrawn */
                        declared: {
                            /** @description The document in which the account declared it */
                            reference: string;
                            /** @description The version of the notice in force then; a later notice needs a new declaration */
                            notice: string;
                            /** @description Who wrote it down */
                            actor: string;
                        } | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_list: {
        parameters: {
            query?: {
                /** @description Only of this account */
                account_id?: string;
                environment?: "sandbox" | "production";
                status?: "active" | "revoked";
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            key_id: string;
                            account_id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            /** @description pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends */
                            api_key: string;
                            /** @description Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key */
                            external: {
                                scheme: string;
                                subject: string;
                            } | null;
                            label: string;
                            /** @enum {string} */
                            status: "active" | "revoked";
                            /** @description Endpoint ids that it may call; null: all */
                            endpoints: string[] | null;
                            /** @description Permitted address ranges; null: all */
                            ip_ranges: string[] | null;
                            /** @description The daily spend cap, by day in India; null: none */
                            spend_cap_per_day: string | null;
                            expires_at: string | null;
                            /** @description When its id or secret was seen in a URL */
                            exposed_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            revoked_at: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request of the credential: sent again, it acts no second time and is answered 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people */
                    label?: string;
                    /** @description Endpoint ids; null: all */
                    endpoints?: string[] | null;
                    /** @description Address ranges (CIDR); null: anywhere */
                    ip_ranges?: string[] | null;
                    /** @description Rupees above zero; null: no cap */
                    spend_cap_per_day?: string | number | null;
                    /** @description When it ends; null: never */
                    expires_at?: string | null;
                    account_id: string;
                    /** @enum {string} */
                    environment: "sandbox" | "production";
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends */
                        api_key: string;
                        /** @description Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key */
                        external: {
                            scheme: string;
                            subject: string;
                        } | null;
                        label: string;
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** @description Endpoint ids that it may call; null: all */
                        endpoints: string[] | null;
                        /** @description Permitted address ranges; null: all */
                        ip_ranges: string[] | null;
                        /** @description The daily spend cap, by day in India; null: none */
                        spend_cap_per_day: string | null;
                        expires_at: string | null;
                        /** @description When its id or secret was seen in a URL */
                        exposed_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        revoked_at: string | null;
                        /** @description sk_…: shown once */
                        api_secret: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends */
                        api_key: string;
                        /** @description Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key */
                        external: {
                            scheme: string;
                            subject: string;
                        } | null;
                        label: string;
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** @description Endpoint ids that it may call; null: all */
                        endpoints: string[] | null;
                        /** @description Permitted address ranges; null: all */
                        ip_ranges: string[] | null;
                        /** @description The daily spend cap, by day in India; null: none */
                        spend_cap_per_day: string | null;
                        expires_at: string | null;
                        /** @description When its id or secret was seen in a URL */
                        exposed_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        revoked_at: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_restrict: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people */
                    label?: string;
                    /** @description Endpoint ids; null: all */
                    endpoints?: string[] | null;
                    /** @description Address ranges (CIDR); null: anywhere */
                    ip_ranges?: string[] | null;
                    /** @description Rupees above zero; null: no cap */
                    spend_cap_per_day?: string | number | null;
                    /** @description When it ends; null: never */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends */
                        api_key: string;
                        /** @description Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key */
                        external: {
                            scheme: string;
                            subject: string;
                        } | null;
                        label: string;
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** @description Endpoint ids that it may call; null: all */
                        endpoints: string[] | null;
                        /** @description Permitted address ranges; null: all */
                        ip_ranges: string[] | null;
                        /** @description The daily spend cap, by day in India; null: none */
                        spend_cap_per_day: string | null;
                        expires_at: string | null;
                        /** @description When its id or secret was seen in a URL */
                        exposed_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        revoked_at: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_rotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old secret stays valid, 0 to 604,800
                     * @default 86400
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends */
                        api_key: string;
                        /** @description Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key */
                        external: {
                            scheme: string;
                            subject: string;
                        } | null;
                        label: string;
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** @description Endpoint ids that it may call; null: all */
                        endpoints: string[] | null;
                        /** @description Permitted address ranges; null: all */
                        ip_ranges: string[] | null;
                        /** @description The daily spend cap, by day in India; null: none */
                        spend_cap_per_day: string | null;
                        expires_at: string | null;
                        /** @description When its id or secret was seen in a URL */
                        exposed_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        revoked_at: string | null;
                        /** @description sk_…: shown once */
                        api_secret: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends */
                        api_key: string;
                        /** @description Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key */
                        external: {
                            scheme: string;
                            subject: string;
                        } | null;
                        label: string;
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** @description Endpoint ids that it may call; null: all */
                        endpoints: string[] | null;
                        /** @description Permitted address ranges; null: all */
                        ip_ranges: string[] | null;
                        /** @description The daily spend cap, by day in India; null: none */
                        spend_cap_per_day: string | null;
                        expires_at: string | null;
                        /** @description When its id or secret was seen in a URL */
                        exposed_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        revoked_at: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_promote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends */
                        api_key: string;
                        /** @description Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key */
                        external: {
                            scheme: string;
                            subject: string;
                        } | null;
                        label: string;
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** @description Endpoint ids that it may call; null: all */
                        endpoints: string[] | null;
                        /** @description Permitted address ranges; null: all */
                        ip_ranges: string[] | null;
                        /** @description The daily spend cap, by day in India; null: none */
                        spend_cap_per_day: string | null;
                        expires_at: string | null;
                        /** @description When its id or secret was seen in a URL */
                        exposed_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        revoked_at: string | null;
                        /** @description sk_…: shown once */
                        api_secret: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    keys_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Sent as Authorization: Bearer; it ends with its key */
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    kyc_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "rejected";
                        documents: {
                            /** @description Such as pan-card */
                            kind: string;
                            /** @description The file_id of an upload, or a reference to a document kept elsewhere, never its number */
                            reference: string;
                        }[];
                        /** @description Uploaded files that are not erased yet */
                        files: {
                            file_id: string;
                            kind: string;
                            name: string;
                            /** @enum {string} */
                            type: "application/pdf" | "image/jpeg" | "image/png";
                            size_bytes: number;
                            /**
                             * @description uploaded: no submission names it; submitted: it waits for a decision; decided: it is erased soon
                             * @enum {string}
                             */
                            state: "uploaded" | "submitted" | "decided";
                            /** Format: date-time */
                            uploaded_at: string;
                        }[];
                        submitted_at: string | null;
                        decided_at: string | null;
                        /** @description Why it was rejected */
                        reason: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    kyc_submit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    documents: {
                        /** @description Such as pan-card */
                        kind: string;
                        /** @description The file_id of an upload, or a reference to a document kept elsewhere, never its number */
                        reference: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    kyc_approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    kyc_reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        name: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /** @description Null: none, or outside the branch */
                        parent_id: string | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "closed";
                        /** @enum {string} */
                        kyc: "pending" | "submitted" | "approved" | "rejected";
                        /** @description Ids of purchased endpoints; null: all, future ones included */
                        apis: string[] | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    kyc_upload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Such as pan-card */
                    kind: string;
                    /**
                     * @description For people; kept encrypted
                     * @default
                     */
                    name?: string;
                    /** @description The bytes of the file, in base64 */
                    content: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file_id: string;
                        kind: string;
                        name: string;
                        /** @enum {string} */
                        type: "application/pdf" | "image/jpeg" | "image/png";
                        size_bytes: number;
                        /**
                         * @description uploaded: no submission names it; submitted: it waits for a decision; decided: it is erased soon
                         * @enum {string}
                         */
                        state: "uploaded" | "submitted" | "decided";
                        /** Format: date-time */
                        uploaded_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    kyc_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    kyc_discard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        erased: true;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    orders_list: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                endpoint?: string;
                /** @description Included */
                from?: string;
                /** @description Excluded */
                until?: string;
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            ref_id: string;
                            account_id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            endpoint: string;
                            request_id: string;
                            /** @enum {string} */
                            state: "pending" | "completed" | "failed";
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            charged: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            refunded: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    orders_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ref_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ref_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        endpoint: string;
                        request_id: string;
                        /** @enum {string} */
                        state: "pending" | "completed" | "failed";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        charged: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        refunded: string;
                        /** Format: date-time */
                        created_at: string;
                        /** @description The provider */
                        provider: string | null;
                        /** @description The time of the last async result */
                        updated_at: string | null;
                        /** @description The last async result */
                        result: {
                            [key: string]: unknown;
                        } | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    retention_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Stored answers and documents */
                        answer_days: number;
                        /** @description How long rows of the usage log are visible */
                        usage_visible_days: number;
                        /** @description How long rows of the usage log are kept */
                        usage_days: number;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    retention_purge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Deleted stored answers */
                        answers: number;
                        /** @description Deleted rows of the usage log */
                        usage_rows: number;
                        /** @description Dropped months of the usage log */
                        usage_months: string[];
                        /** @description No row could be dropped yet: a transaction of the database stays open */
                        usage_delayed: boolean;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallets_threshold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Of the balance after the last credit; null: none is set */
                        percent: number | null;
                        /** @description Null: none is set */
                        amount: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallets_set_threshold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the balance after the last credit */
                    percent?: number | null;
                    /** @description Rupees, such as 100.00 */
                    amount?: string | number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Of the balance after the last credit; null: none is set */
                        percent: number | null;
                        /** @description Null: none is set */
                        amount: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    usage_list: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                /** @description Included; default: the beginning of the visible log */
                from?: string;
                /** @description Excluded */
                until?: string;
                endpoint?: string;
                key_id?: string;
                outcome?: "answer" | "none" | "failed" | "refused" | "replay";
                /** @description HTTP status */
                status?: number;
                request_id?: string;
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            at: string;
                            request_id: string;
                            /** @description Our id of the call */
                            reference: string;
                            endpoint: string;
                            /** @description HTTP status */
                            status: number;
                            outcome: string;
                            /** @description Of an error */
                            code: string | null;
                            latency_ms: number;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            charged: string;
                            ip: string;
                            key_id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            /** @description Above 1: the number of refusals of one second, with the request id of the first. 0: the charge of an earlier call on completion */
                            calls: number;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    usage_get: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
            };
            header?: never;
            path: {
                account_id: string;
                /** @description The request id, or our reference. A request that was refused before it became a call: the request id */
                call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        at: string;
                        request_id: string;
                        /** @description Our id of the call */
                        reference: string;
                        endpoint: string;
                        /** @description HTTP status */
                        status: number;
                        outcome: string;
                        /** @description Of an error */
                        code: string | null;
                        latency_ms: number;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        charged: string;
                        ip: string;
                        key_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description Above 1: the number of refusals of one second, with the request id of the first. 0: the charge of an earlier call on completion */
                        calls: number;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    calls_timeline: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                /** @description Of a request that was refused before it became a call: without it that is not found */
                request_id?: string;
            };
            header?: never;
            path: {
                account_id: string;
                /** @description Our id of the call */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        request: {
                            /** Format: date-time */
                            at: string;
                            request_id: string;
                            /** @description Our id of the call */
                            reference: string;
                            endpoint: string;
                            /** @description HTTP status */
                            status: number;
                            outcome: string;
                            /** @description Of an error */
                            code: string | null;
                            latency_ms: number;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            charged: string;
                            ip: string;
                            key_id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            /** @description Above 1: the number of refusals of one second, with the request id of the first. 0: the charge of an earlier call on completion */
                            calls: number;
                        };
                        /**
                         * @description answer: It gave an answer, which was charged. test_credit: It gave an answer, which was charged to test credit: no money. plan_unit: A unit of the plan paid for it. charged_on_completion: It was charged when the order was completed. held_until_completion: The price is held until the order is completed or fails. released_on_completion: The order failed or was not completed in time: the hold was released. credited_back: It was charged, and credited back later. answer_free: Its answer is one that costs nothing, such as one that says that no record exists. free_endpoint: Its price was zero. no_record_free: The source has no such record: the hold was released. source_failed: The source, or this server, gave no answer: the hold was released. failed_before_hold: This server failed before anything was held. refused: It was refused after its price was held: the hold was released. refused_before_hold: It was refused before anything was held. replay: The stored answer of an earlier call with this request id was sent again.
                         * @enum {string}
                         */
                        why: "answer" | "test_credit" | "plan_unit" | "charged_on_completion" | "held_until_completion" | "released_on_completion" | "credited_back" | "answer_free" | "free_endpoint" | "no_record_free" | "source_failed" | "failed_before_hold" | "refused" | "refused_before_hold" | "replay";
                        /** @description As recorded with the call; null: it became none */
                        price: {
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            amount: string;
                            /** @description Where the price was found: a version of the price list, or its source */
                            version: string;
                        } | null;
                        /** @description In order of time */
                        steps: {
                            /** @description Null: the time was not recorded */
                            at: string | null;
                            /** @description held, plan_unit, charged, released, commission, order_result, credited_back, commission_reversed, replayed */
                            kind: string;
                            /**
                             * @description Below zero: taken from the wallet. Of a hold or its release: how much. Commission up to six decimals
                             * @example 5.50
                             */
                            amount: string;
                            /** @description Of the wallet; null: not in its ledger */
                            balance_after: string | null;
                            /** @description The entry in ledger.list; null: not in the ledger of the wallet */
                            version: number | null;
                            /** @description Who earned commission; only accounts that you may see */
                            account_id: string | null;
                            /** @description Of the call, or of the request to which its answer was sent again */
                            reference: string;
                            /** @description Why money was credited back; the state of an order */
                            detail: string | null;
                        }[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    ledger_list: {
        parameters: {
            query?: {
                kind?: "charge" | "refund" | "credit" | "adjustment" | "repayment" | "conversion" | "recovery" | "allotment" | "clearing";
                /** @description Included */
                from?: string;
                /** @description Excluded */
                until?: string;
                /** @description Of a credit or an adjustment, the request id or the reference of a call */
                reference?: string;
                /** @description This entry alone */
                version?: number;
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Numbers the entries of the wallet without a gap */
                            version: number;
                            /** Format: date-time */
                            at: string;
                            kind: string;
                            /**
                             * @description Into the wallet above zero, out of it below
                             * @example 5.50
                             */
                            amount: string;
                            /**
                             * @description Of the wallet, afterwards
                             * @example 5.50
                             */
                            balance: string;
                            /** @description Of a credit or an adjustment; the request id of a call */
                            reference: string;
                            reason: string | null;
                            /** @description Of a call */
                            endpoint: string | null;
                            /** @description The reference of the call; null: it is of none */
                            call: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallet_tasks_list: {
        parameters: {
            query?: {
                /** @description true: only what is open for a day or longer */
                stuck?: boolean;
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description reference/step: the path of the task below /wallet-tasks, and its idempotency key at the wallet */
                            key: string;
                            account_id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            /** @description Of the call, or of the movement of money */
                            reference: string;
                            /** @enum {string} */
                            step: "capture" | "release" | "refund" | "credit";
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            amount: string;
                            /**
                             * Format: date-time
                             * @description When it was decided
                             */
                            since: string;
                            /** @description Open for a day or longer */
                            stuck: boolean;
                            attempts: number;
                            /** Format: date-time */
                            next_try: string;
                            /** @description The class of the last error; null: none yet */
                            last_error: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallet_tasks_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description reference/step: the path of the task below /wallet-tasks, and its idempotency key at the wallet */
                        key: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description Of the call, or of the movement of money */
                        reference: string;
                        /** @enum {string} */
                        step: "capture" | "release" | "refund" | "credit";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /**
                         * Format: date-time
                         * @description When it was decided
                         */
                        since: string;
                        /** @description Open for a day or longer */
                        stuck: boolean;
                        attempts: number;
                        /** Format: date-time */
                        next_try: string;
                        /** @description The class of the last error; null: none yet */
                        last_error: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallet_tasks_resolve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description No identity number */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description reference/step: the path of the task below /wallet-tasks, and its idempotency key at the wallet */
                        key: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description Of the call, or of the movement of money */
                        reference: string;
                        /** @enum {string} */
                        step: "capture" | "release" | "refund" | "credit";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /**
                         * Format: date-time
                         * @description When it was decided
                         */
                        since: string;
                        /** @description Open for a day or longer */
                        stuck: boolean;
                        attempts: number;
                        /** Format: date-time */
                        next_try: string;
                        /** @description The class of the last error; null: none yet */
                        last_error: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallets_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        balance: string;
                        /**
                         * @description In calls under way
                         * @example 5.50
                         */
                        held: string;
                        /**
                         * @description Posted less held
                         * @example 5.50
                         */
                        available: string;
                        /**
                         * @description What a reversal could not collect; incoming money repays it first
                         * @example 5.50
                         */
                        owed: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallets_credit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string | number;
                    /** @description The idempotency key of the operation */
                    reference: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description Null: the external wallet does not say it */
                        balance: string | null;
                        held: string | null;
                        available: string | null;
                        owed: string | null;
                        /** @description True: an external wallet keeps the money, and is told by a running server */
                        elsewhere: boolean;
                        /** @description False: the reference was used before, or a second operator must approve */
                        credited: boolean;
                        /** @description Not null: a second operator must approve or reject the funding with this id */
                        waiting_funding_id: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallets_adjust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string | number;
                    /** @description The idempotency key of the operation */
                    reference: string;
                    /** @description The reason, stored in the ledger; no identity number */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description Null: the external wallet does not say it */
                        balance: string | null;
                        held: string | null;
                        available: string | null;
                        owed: string | null;
                        /** @description True: an external wallet keeps the money, and is told by a running server */
                        elsewhere: boolean;
                        /** @description False: the reference was used before, or a second operator must approve */
                        adjusted: boolean;
                        /** @description Not null: a second operator must approve or reject the funding with this id */
                        waiting_funding_id: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    wallets_allot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its direct child */
                    to_account_id: string;
                    amount: string | number;
                    /** @description The idempotency key of the operation */
                    reference: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description False: the reference was used before, or a second operator must approve */
                        allotted: boolean;
                        /** @description Not null: a second operator must approve or reject the funding with this id */
                        waiting_funding_id: string | null;
                        /** @description Null: the external wallet does not say it */
                        from_balance: string | null;
                        to_balance: string | null;
                        to_owed: string | null;
                        /** @description True: an external wallet keeps the money, and is told by a running server */
                        elsewhere: boolean;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_list: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            account_id: string;
                            id: string;
                            /** @example https://hooks.example.com/parakh */
                            url: string;
                            /** @example Orders */
                            description: string;
                            /**
                             * @description Event types that it receives; none: all
                             * @example [
                             *       "order.updated",
                             *       "wallet.*"
                             *     ]
                             */
                            events: string[];
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                            disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            failing_since: string | null;
                            /** @description Until when the previous secret also signs */
                            overlap_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    environment: "sandbox" | "production";
                    /**
                     * @description https, a public host
                     * @example https://hooks.example.com/parakh
                     */
                    url: string;
                    /**
                     * @description For people
                     * @default
                     */
                    description?: string;
                    /**
                     * @description Types of events such as order.updated, or a group such as order.*; an empty list or null: all
                     * @default []
                     * @example [
                     *       "order.updated",
                     *       "wallet.*"
                     *     ]
                     */
                    events?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        id: string;
                        /** @example https://hooks.example.com/parakh */
                        url: string;
                        /** @example Orders */
                        description: string;
                        /**
                         * @description Event types that it receives; none: all
                         * @example [
                         *       "order.updated",
                         *       "wallet.*"
                         *     ]
                         */
                        events: string[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                        disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        failing_since: string | null;
                        /** @description Until when the previous secret also signs */
                        overlap_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** @description whsec_…: shown once */
                        secret: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_list_all: {
        parameters: {
            query?: {
                /** @description Only of this account */
                account_id?: string;
                environment?: "sandbox" | "production";
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            account_id: string;
                            id: string;
                            /** @example https://hooks.example.com/parakh */
                            url: string;
                            /** @example Orders */
                            description: string;
                            /**
                             * @description Event types that it receives; none: all
                             * @example [
                             *       "order.updated",
                             *       "wallet.*"
                             *     ]
                             */
                            events: string[];
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                            disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            failing_since: string | null;
                            /** @description Until when the previous secret also signs */
                            overlap_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        id: string;
                        /** @example https://hooks.example.com/parakh */
                        url: string;
                        /** @example Orders */
                        description: string;
                        /**
                         * @description Event types that it receives; none: all
                         * @example [
                         *       "order.updated",
                         *       "wallet.*"
                         *     ]
                         */
                        events: string[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                        disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        failing_since: string | null;
                        /** @description Until when the previous secret also signs */
                        overlap_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description https, a public host
                     * @example https://hooks.example.com/parakh
                     */
                    url?: string;
                    /** @description For people */
                    description?: string;
                    /**
                     * @description Types of events such as order.updated, or a group such as order.*; an empty list or null: all
                     * @example [
                     *       "order.updated",
                     *       "wallet.*"
                     *     ]
                     */
                    events?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        id: string;
                        /** @example https://hooks.example.com/parakh */
                        url: string;
                        /** @example Orders */
                        description: string;
                        /**
                         * @description Event types that it receives; none: all
                         * @example [
                         *       "order.updated",
                         *       "wallet.*"
                         *     ]
                         */
                        events: string[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                        disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        failing_since: string | null;
                        /** @description Until when the previous secret also signs */
                        overlap_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_enable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        id: string;
                        /** @example https://hooks.example.com/parakh */
                        url: string;
                        /** @example Orders */
                        description: string;
                        /**
                         * @description Event types that it receives; none: all
                         * @example [
                         *       "order.updated",
                         *       "wallet.*"
                         *     ]
                         */
                        events: string[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                        disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        failing_since: string | null;
                        /** @description Until when the previous secret also signs */
                        overlap_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_disable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        id: string;
                        /** @example https://hooks.example.com/parakh */
                        url: string;
                        /** @example Orders */
                        description: string;
                        /**
                         * @description Event types that it receives; none: all
                         * @example [
                         *       "order.updated",
                         *       "wallet.*"
                         *     ]
                         */
                        events: string[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                        disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        failing_since: string | null;
                        /** @description Until when the previous secret also signs */
                        overlap_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_rotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description 0 to 604,800
                     * @default 86400
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        id: string;
                        /** @example https://hooks.example.com/parakh */
                        url: string;
                        /** @example Orders */
                        description: string;
                        /**
                         * @description Event types that it receives; none: all
                         * @example [
                         *       "order.updated",
                         *       "wallet.*"
                         *     ]
                         */
                        events: string[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /** @description GONE: it answered 410; FAILING: nothing was delivered for five days */
                        disabled_reason: ("REQUESTED" | "GONE" | "FAILING") | null;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        failing_since: string | null;
                        /** @description Until when the previous secret also signs */
                        overlap_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** @description whsec_…: shown once */
                        secret: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_id: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_deliveries: {
        parameters: {
            query?: {
                status?: "pending" | "delivered" | "failed" | "exhausted";
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            event_id: string;
                            event_type: string;
                            endpoint_id: string;
                            /** @description 1 for the first; 0: the endpoint was disabled, and nothing was sent */
                            attempt: number;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed" | "exhausted";
                            http_status: number | null;
                            latency_ms: number | null;
                            error: string | null;
                            /** @description The beginning of the answer, at most 1 kB */
                            response_excerpt: string | null;
                            /** Format: date-time */
                            scheduled_at: string;
                            attempted_at: string | null;
                            /** @description The event that this replays */
                            replay_of: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_replay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    since: string;
                    /**
                     * Format: date-time
                     * @description Excluded; default: now
                     */
                    until?: string;
                    /**
                     * @description Only events that were not delivered
                     * @enum {string}
                     */
                    status?: "failed";
                    /**
                     * @description True: events are only counted
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: number;
                        cap: number;
                        dry_run: boolean;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_replay_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    environment: "sandbox" | "production";
                    /**
                     * @description True: under a new id, with replay_of
                     * @default false
                     */
                    as_new?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_id: string;
                        endpoints: number;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_replay_any: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description This event, to every endpoint subscribed to its type */
                    event?: string;
                    /**
                     * @description With an event: under a new id, with replay_of
                     * @default false
                     */
                    as_new?: boolean;
                    /** @description A range of events, to this endpoint */
                    endpoint?: string;
                    /** Format: date-time */
                    since?: string;
                    /**
                     * Format: date-time
                     * @description Excluded; default: now
                     */
                    until?: string;
                    /**
                     * @description Only events that were not delivered
                     * @enum {string}
                     */
                    status?: "failed";
                    /**
                     * @description True: events are only counted
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_id: string;
                        endpoints: number;
                    } | {
                        endpoint_id: string;
                        events: number;
                        cap: number;
                        dry_run: boolean;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_events: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                /** @description Such as order.updated */
                type?: string;
                /** @description Events with a delivery in this state */
                status?: "pending" | "retrying" | "delivered" | "failed";
                /** @description Events with a delivery to this endpoint */
                endpoint_id?: string;
                /** @description Included */
                since?: string;
                /** @description Excluded */
                until?: string;
                /** @description The next_cursor of the previous page. A page may have no rows and a cursor: the search goes on there */
                cursor?: string;
                /** @description The page size, 1 to 100 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            event_id: string;
                            type: string;
                            /** Format: date-time */
                            created_at: string;
                            /** @description The event that this replays */
                            replay_of: string | null;
                            /** @description One for each endpoint that receives it */
                            deliveries: {
                                endpoint_id: string;
                                /**
                                 * @description retrying: it failed, and another attempt follows
                                 * @enum {string}
                                 */
                                status: "pending" | "retrying" | "delivered" | "failed";
                                /** @description Attempts that were made */
                                attempts: number;
                                /** @description What the last attempt was answered */
                                http_status: number | null;
                                error: string | null;
                                attempted_at: string | null;
                                next_attempt_at: string | null;
                            }[];
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_event: {
        parameters: {
            query: {
                environment: "sandbox" | "production";
            };
            header?: never;
            path: {
                account_id: string;
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_id: string;
                        type: string;
                        /** Format: date-time */
                        created_at: string;
                        /** @description The event that this replays */
                        replay_of: string | null;
                        /** @description One for each endpoint that receives it */
                        deliveries: {
                            endpoint_id: string;
                            /**
                             * @description retrying: it failed, and another attempt follows
                             * @enum {string}
                             */
                            status: "pending" | "retrying" | "delivered" | "failed";
                            /** @description Attempts that were made */
                            attempts: number;
                            /** @description What the last attempt was answered */
                            http_status: number | null;
                            error: string | null;
                            attempted_at: string | null;
                            next_attempt_at: string | null;
                        }[];
                        /** @description The body of each attempt, byte by byte as it is signed */
                        body: string;
                        /** @description The names of the headers that it is posted with */
                        headers: string[];
                        /** @description The newest 200, newest first */
                        attempts: {
                            id: string;
                            event_id: string;
                            event_type: string;
                            endpoint_id: string;
                            /** @description 1 for the first; 0: the endpoint was disabled, and nothing was sent */
                            attempt: number;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed" | "exhausted";
                            http_status: number | null;
                            latency_ms: number | null;
                            error: string | null;
                            /** @description The beginning of the answer, at most 1 kB */
                            response_excerpt: string | null;
                            /** Format: date-time */
                            scheduled_at: string;
                            attempted_at: string | null;
                            /** @description The event that this replays */
                            replay_of: string | null;
                        }[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    webhooks_event_types: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        types: string[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    analytics_figures: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                /** @description The first day in Asia/Kolkata; default: 30 days */
                from?: string;
                /** @description The last day, included; default: today */
                until?: string;
                /** @description How figures are grouped; hour: of at most 3 days, while the log has their rows */
                by?: "total" | "endpoint" | "key" | "day" | "hour";
                /** @description This endpoint only */
                endpoint?: string;
                /** @description This key only */
                key_id?: string;
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date
                         * @description In Asia/Kolkata
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description In Asia/Kolkata
                         */
                        until: string;
                        figures: {
                            /** @description The endpoint, key, day or beginning of the hour; empty for total */
                            group: string;
                            calls: number;
                            /** @description Calls that returned data */
                            successes: number;
                            /** @description 0 to 1 */
                            success_rate: number | null;
                            failures: {
                                outcome: string;
                                code: string;
                                calls: number;
                            }[];
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            charged: string;
                            /** @description Exact below 16 ms; above, never too low and at most 12.5 percent too high */
                            p95_latency_ms: number | null;
                        }[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    statements_wallet: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                /** @description A file: json and csv of any length, pdf of at most 4,000 lines. Without it JSON of at most 50000 */
                format?: "json" | "csv" | "pdf";
                /** @description One line per charge and refund */
                every_movement?: boolean;
            };
            header?: never;
            path: {
                account_id: string;
                /** @description Such as 2026-11, in India */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        statement: "wallet" | "commission";
                        account_id: string;
                        account_name: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        month: string;
                        /** Format: date-time */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Excluded
                         */
                        until: string;
                        /** @description True: the month is not over */
                        provisional: boolean;
                        /** @constant */
                        currency: "INR";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        opening: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        closing: string;
                        opening_micro_rupees: number;
                        closing_micro_rupees: number;
                        lines: {
                            /** @description In Asia/Kolkata */
                            day: string | null;
                            /** @description Null: several movements of a day */
                            at: string | null;
                            kind: string;
                            endpoint: string | null;
                            count: number;
                            reference: string | null;
                            reason: string | null;
                            /**
                             * @description Into the account above zero. The opening balance and all amounts come to the closing one
                             * @example 5.50
                             */
                            amount: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            balance: string;
                            /** @description Exact */
                            amount_micro_rupees: number;
                        }[];
                        totals: {
                            [key: string]: {
                                count: number;
                                /**
                                 * @description Rupees with two decimals
                                 * @example 5.50
                                 */
                                amount: string;
                            };
                        };
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    statements_commission: {
        parameters: {
            query?: {
                environment?: "sandbox" | "production";
                /** @description A file: json and csv of any length, pdf of at most 4,000 lines. Without it JSON of at most 50000 */
                format?: "json" | "csv" | "pdf";
            };
            header?: never;
            path: {
                account_id: string;
                /** @description Such as 2026-11, in India */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        statement: "wallet" | "commission";
                        account_id: string;
                        account_name: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        month: string;
                        /** Format: date-time */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Excluded
                         */
                        until: string;
                        /** @description True: the month is not over */
                        provisional: boolean;
                        /** @constant */
                        currency: "INR";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        opening: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        closing: string;
                        opening_micro_rupees: number;
                        closing_micro_rupees: number;
                        lines: {
                            /** @description In Asia/Kolkata */
                            day: string | null;
                            /** @description Null: several movements of a day */
                            at: string | null;
                            kind: string;
                            endpoint: string | null;
                            count: number;
                            reference: string | null;
                            reason: string | null;
                            /**
                             * @description Into the account above zero. The opening balance and all amounts come to the closing one
                             * @example 5.50
                             */
                            amount: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            balance: string;
                            /** @description Exact */
                            amount_micro_rupees: number;
                        }[];
                        totals: {
                            [key: string]: {
                                count: number;
                                /**
                                 * @description Rupees with two decimals
                                 * @example 5.50
                                 */
                                amount: string;
                            };
                        };
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    billing_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description Null: none were set */
                        billing: {
                            /** @description The legal name */
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST, such as 29: the place of supply */
                            state_code: string;
                            /** @description The address */
                            address: string;
                        } | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    billing_set: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The legal name */
                    name: string;
                    /**
                     * @description Null: not registered
                     * @default null
                     */
                    gstin?: string | null;
                    /** @description Two digits of GST, such as 29: the place of supply */
                    state_code: string;
                    /** @description The address */
                    address: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description Null: none were set */
                        billing: {
                            /** @description The legal name */
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST, such as 29: the place of supply */
                            state_code: string;
                            /** @description The address */
                            address: string;
                        } | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    invoices_list: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description Only of this account */
                account_id?: string;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            number: string;
                            /** @enum {string} */
                            kind: "invoice" | "credit_note";
                            account_id: string;
                            /** @description Of an invoice */
                            month: string | null;
                            /** @description The invoice of a credit note */
                            invoice: string | null;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            taxable: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            cgst: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            sgst: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            igst: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            total: string;
                            /** Format: date-time */
                            issued_at: string;
                            /** @description April to March in India, such as 2026-27 */
                            financial_year: string;
                            /** @description Of a credit note */
                            reason: string | null;
                            seller: {
                                name: string;
                                /** @description Null: not registered */
                                gstin: string | null;
                                /** @description Two digits of GST */
                                state_code: string;
                                address: string;
                            };
                            buyer: {
                                name: string;
                                /** @description Null: not registered */
                                gstin: string | null;
                                /** @description Two digits of GST */
                                state_code: string;
                                address: string;
                            };
                            place_of_supply: string;
                            rate_percent: number;
                            lines: {
                                description: string;
                                hsn_sac: string;
                                quantity: number;
                                /**
                                 * @description Rupees with two decimals
                                 * @example 5.50
                                 */
                                taxable: string;
                            }[];
                            issued_by: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    invoices_get: {
        parameters: {
            query?: {
                format?: "json" | "pdf";
            };
            header?: never;
            path: {
                /** @description With its slashes encoded: INV%2F26-27%2F000001 */
                invoice_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                        /** @enum {string} */
                        kind: "invoice" | "credit_note";
                        account_id: string;
                        /** @description Of an invoice */
                        month: string | null;
                        /** @description The invoice of a credit note */
                        invoice: string | null;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        taxable: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        cgst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        sgst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        igst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        total: string;
                        /** Format: date-time */
                        issued_at: string;
                        /** @description April to March in India, such as 2026-27 */
                        financial_year: string;
                        /** @description Of a credit note */
                        reason: string | null;
                        seller: {
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST */
                            state_code: string;
                            address: string;
                        };
                        buyer: {
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST */
                            state_code: string;
                            address: string;
                        };
                        place_of_supply: string;
                        rate_percent: number;
                        lines: {
                            description: string;
                            hsn_sac: string;
                            quantity: number;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            taxable: string;
                        }[];
                        issued_by: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    invoices_pdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description With its slashes encoded: INV%2F26-27%2F000001 */
                invoice_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    invoices_issue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Such as 2026-11, in India */
                    month: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                        /** @enum {string} */
                        kind: "invoice" | "credit_note";
                        account_id: string;
                        /** @description Of an invoice */
                        month: string | null;
                        /** @description The invoice of a credit note */
                        invoice: string | null;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        taxable: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        cgst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        sgst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        igst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        total: string;
                        /** Format: date-time */
                        issued_at: string;
                        /** @description April to March in India, such as 2026-27 */
                        financial_year: string;
                        /** @description Of a credit note */
                        reason: string | null;
                        seller: {
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST */
                            state_code: string;
                            address: string;
                        };
                        buyer: {
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST */
                            state_code: string;
                            address: string;
                        };
                        place_of_supply: string;
                        rate_percent: number;
                        lines: {
                            description: string;
                            hsn_sac: string;
                            quantity: number;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            taxable: string;
                        }[];
                        issued_by: string;
                        /** @description False: it was issued before */
                        issued: boolean;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    invoices_credit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description With its slashes encoded: INV%2F26-27%2F000001 */
                invoice_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Tax included */
                    amount: string | number;
                    /** @description Why; printed on the credit note */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                        /** @enum {string} */
                        kind: "invoice" | "credit_note";
                        account_id: string;
                        /** @description Of an invoice */
                        month: string | null;
                        /** @description The invoice of a credit note */
                        invoice: string | null;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        taxable: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        cgst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        sgst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        igst: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        total: string;
                        /** Format: date-time */
                        issued_at: string;
                        /** @description April to March in India, such as 2026-27 */
                        financial_year: string;
                        /** @description Of a credit note */
                        reason: string | null;
                        seller: {
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST */
                            state_code: string;
                            address: string;
                        };
                        buyer: {
                            name: string;
                            /** @description Null: not registered */
                            gstin: string | null;
                            /** @description Two digits of GST */
                            state_code: string;
                            address: string;
                        };
                        place_of_supply: string;
                        rate_percent: number;
                        lines: {
                            description: string;
                            hsn_sac: string;
                            quantity: number;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            taxable: string;
                        }[];
                        issued_by: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    brands_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description Null: it has none */
                        brand: {
                            /** @description A domain name of the account without a port: api.reseller.example */
                            host: string;
                            /** @description 1 to 80 printable characters */
                            name: string;
                            /** @description The support address; null: none */
                            support_email: string | null;
                            /** @description Such as #0a7d5c; null: the default colour */
                            colour: string | null;
                        } | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    brands_set: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A domain name of the account without a port: api.reseller.example */
                    host: string;
                    /** @description 1 to 80 printable characters */
                    name: string;
                    /**
                     * @description The support address; null: none
                     * @default null
                     */
                    support_email?: string | null;
                    /**
                     * @description Such as #0a7d5c; null: the default colour
                     * @default null
                     */
                    colour?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description Null: it has none */
                        brand: {
                            /** @description A domain name of the account without a port: api.reseller.example */
                            host: string;
                            /** @description 1 to 80 printable characters */
                            name: string;
                            /** @description The support address; null: none */
                            support_email: string | null;
                            /** @description Such as #0a7d5c; null: the default colour */
                            colour: string | null;
                        } | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    brands_clear: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @description Null: it has none */
                        brand: {
                            /** @description A domain name of the account without a port: api.reseller.example */
                            host: string;
                            /** @description 1 to 80 printable characters */
                            name: string;
                            /** @description The support address; null: none */
                            support_email: string | null;
                            /** @description Such as #0a7d5c; null: the default colour */
                            colour: string | null;
                        } | null;
                        /** @description What it was; null: it had none */
                        cleared: {
                            /** @description A domain name of the account without a port: api.reseller.example */
                            host: string;
                            /** @description 1 to 80 printable characters */
                            name: string;
                            /** @description The support address; null: none */
                            support_email: string | null;
                            /** @description Such as #0a7d5c; null: the default colour */
                            colour: string | null;
                        } | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    prices_list: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description Only of this endpoint */
                endpoint?: string;
                /** @description Only of this tier of the endpoint */
                tier?: string;
                /** @description Include entries that a later one replaced */
                past?: boolean;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            price_id: string;
                            /** @description The owner: a super admin, visible to itself and operators; null: the operators, or hidden */
                            owner_account_id: string | null;
                            endpoint: string;
                            /** @description Null: the endpoint has no tiers */
                            tier: string | null;
                            account_id: string | null;
                            role: ("super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer") | null;
                            from_calls: number;
                            /** @description Null: from then on the scope has no price */
                            price: string | null;
                            /** Format: date-time */
                            valid_from: string;
                            /** @enum {string} */
                            status: "in force" | "planned" | "past";
                            /** @description For operators only */
                            set_by: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    prices_set: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its id */
                    endpoint: string;
                    /**
                     * @description One of its tiers; null: it has none
                     * @default null
                     */
                    tier?: string | null;
                    /**
                     * @description Only this account
                     * @default null
                     */
                    account_id?: string | null;
                    /**
                     * @description Only accounts of this role
                     * @default null
                     */
                    role?: ("super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer") | null;
                    /**
                     * @description The volume tier: applies after this many charged calls in the month
                     * @default 0
                     */
                    from_calls?: number;
                    price: string | number;
                    /**
                     * Format: date-time
                     * @description Default: now; not in the past
                     */
                    valid_from?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        price_id: string;
                        /** @description The owner: a super admin, visible to itself and operators; null: the operators, or hidden */
                        owner_account_id: string | null;
                        endpoint: string;
                        /** @description Null: the endpoint has no tiers */
                        tier: string | null;
                        account_id: string | null;
                        role: ("super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer") | null;
                        from_calls: number;
                        /** @description Null: from then on the scope has no price */
                        price: string | null;
                        /** Format: date-time */
                        valid_from: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    prices_unset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its id */
                    endpoint: string;
                    /**
                     * @description One of its tiers; null: it has none
                     * @default null
                     */
                    tier?: string | null;
                    /**
                     * @description Only this account
                     * @default null
                     */
                    account_id?: string | null;
                    /**
                     * @description Only accounts of this role
                     * @default null
                     */
                    role?: ("super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer") | null;
                    /**
                     * @description The volume tier: applies after this many charged calls in the month
                     * @default 0
                     */
                    from_calls?: number;
                    /**
                     * Format: date-time
                     * @description Default: now; not in the past
                     */
                    valid_from?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        price_id: string;
                        /** @description The owner: a super admin, visible to itself and operators; null: the operators, or hidden */
                        owner_account_id: string | null;
                        endpoint: string;
                        /** @description Null: the endpoint has no tiers */
                        tier: string | null;
                        account_id: string | null;
                        role: ("super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer") | null;
                        from_calls: number;
                        /** @description Null: from then on the scope has no price */
                        price: string | null;
                        /** Format: date-time */
                        valid_from: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    quotes_explain: {
        parameters: {
            query: {
                /** @description Its id */
                endpoint: string;
                /** @description One of its tiers, for an endpoint that has them */
                tier?: string;
                /** @description Who calls */
                account_id: string;
                environment: "sandbox" | "production";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoint: string;
                        /** @description The price is that of one unit of it; null: the endpoint has no tiers */
                        tier: string | null;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** Format: date-time */
                        at: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        price: string;
                        /**
                         * @description What the wallet would pay now: nothing if a plan unit pays
                         * @example 5.50
                         */
                        charged: string;
                        /** @enum {string} */
                        source: "account" | "list" | "configuration" | "plugin" | "default";
                        version: string;
                        volume: {
                            calls: number;
                            period: string;
                        } | null;
                        /** @description For an account: only its own share and those below it */
                        commission: {
                            account_id: string;
                            /** @enum {string} */
                            role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                            /**
                             * @description Rupees, exactly: two to six decimals
                             * @example 0.48
                             * @example -0.0825
                             */
                            amount: string;
                            /** @description Its own rate in percent */
                            rate: string;
                            /** @description The rate less the shares of the levels below, in percent */
                            share: string;
                        }[];
                        steps: {
                            rule: string;
                            applies: boolean;
                            detail: string;
                        }[];
                        /** @description The platform's share; for operators only */
                        platform: string | null;
                        /** @description The provider cost; for operators only */
                        cost: string | null;
                        /** @description The price floor; for operators only */
                        floor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    commissions_rate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /**
                         * @description Percent with two decimals
                         * @example 12.00
                         */
                        rate: string;
                        /**
                         * @description Percent with two decimals
                         * @example 12.00
                         */
                        cap: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    commissions_set: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A master distributor, distributor or retailer */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Percent such as 12 or 7.25 */
                    rate: string | number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @enum {string} */
                        role: "super_admin" | "master_distributor" | "distributor" | "retailer" | "developer" | "customer";
                        /**
                         * @description Percent with two decimals
                         * @example 12.00
                         */
                        rate: string;
                        /**
                         * @description Percent with two decimals
                         * @example 12.00
                         */
                        cap: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    commissions_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description All earnings, less reversals and conversions
                         * @example 0.48
                         * @example -0.0825
                         */
                        accrued: string;
                        /**
                         * @description What of it may still be taken back: of calls that are not completed, such as orders on their way
                         * @example 0.48
                         * @example -0.0825
                         */
                        pending: string;
                        /**
                         * @description The rest in whole paise, never below zero
                         * @example 5.50
                         */
                        convertible: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    commissions_convert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request of the credential: sent again, it acts no second time and is answered 409 */
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default: all convertible commission */
                    amount?: string | number;
                    /** @description The idempotency key of the conversion; or Idempotency-Key */
                    reference?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description False: the reference was used before */
                        converted: boolean;
                        /**
                         * @description The amount that moved, now or with the first request
                         * @example 5.50
                         */
                        amount: string;
                        /**
                         * @description Rupees, exactly: two to six decimals
                         * @example 0.48
                         * @example -0.0825
                         */
                        accrued: string;
                        /** @description Null: the external wallet does not say it */
                        balance: string | null;
                        /** @description What the wallet still owes */
                        owed: string | null;
                        /** @description Whether an external wallet keeps the money, whose balance follows */
                        elsewhere: boolean;
                        reference: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    commissions_statement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                environment: "sandbox" | "production";
                /** @description A month in India such as 2026-11 */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        month: string;
                        /**
                         * @description Rupees, exactly: two to six decimals
                         * @example 0.48
                         * @example -0.0825
                         */
                        opening: string;
                        lines: {
                            endpoint: string;
                            calls: number;
                            /**
                             * @description Rupees, exactly: two to six decimals
                             * @example 0.48
                             * @example -0.0825
                             */
                            earned: string;
                            refunds: number;
                            /**
                             * @description Rupees, exactly: two to six decimals
                             * @example 0.48
                             * @example -0.0825
                             */
                            reversed: string;
                        }[];
                        /**
                         * @description Rupees, exactly: two to six decimals
                         * @example 0.48
                         * @example -0.0825
                         */
                        earned: string;
                        /**
                         * @description Rupees, exactly: two to six decimals
                         * @example 0.48
                         * @example -0.0825
                         */
                        reversed: string;
                        /**
                         * @description The part of reversed that belongs to no endpoint: after chargebacks
                         * @example 0.48
                         * @example -0.0825
                         */
                        clawed_back: string;
                        /**
                         * @description Rupees, exactly: two to six decimals
                         * @example 0.48
                         * @example -0.0825
                         */
                        converted: string;
                        /**
                         * @description Rupees, exactly: two to six decimals
                         * @example 0.48
                         * @example -0.0825
                         */
                        closing: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    costs_list: {
        parameters: {
            query?: {
                /** @description Include entries that a later one replaced */
                past?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Null: from the configuration */
                            cost_id: string | null;
                            plugin: string;
                            operation: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            cost: string;
                            valid_from: string | null;
                            set_by: string | null;
                            /** @enum {string} */
                            status: "in force" | "planned" | "past";
                        }[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    costs_set: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A plugin's id such as pan */
                    plugin: string;
                    /** @description Such as find; NAME.status is the status query of a write */
                    operation: string;
                    cost: string | number;
                    /**
                     * Format: date-time
                     * @description Default: now; not in the past
                     */
                    valid_from?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null: from the configuration */
                        cost_id: string | null;
                        plugin: string;
                        operation: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        cost: string;
                        valid_from: string | null;
                        set_by: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    costs_margins: {
        parameters: {
            query: {
                /** @description A month in India such as 2026-11 */
                month: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        month: string;
                        margins: {
                            endpoint: string;
                            /** @description Charged calls among those that asked a provider */
                            calls: number;
                            /**
                             * @description What callers paid, less refunds
                             * @example 5.50
                             */
                            revenue: string;
                            /**
                             * @description Rupees, exactly: two to six decimals
                             * @example 0.48
                             * @example -0.0825
                             */
                            commission: string;
                            attempts: number;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            cost: string;
                            /**
                             * @description Revenue less commission and provider cost
                             * @example 0.48
                             * @example -0.0825
                             */
                            margin: string;
                        }[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    costs_reconcile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A month in India such as 2026-11 */
                    month: string;
                    /** @description A plugin's id such as pan, or one of its providers such as pan/http#0 */
                    provider: string;
                    /** @description A header line, then one line per attempt or call */
                    csv: string;
                    /**
                     * @description The column with our reference of the call
                     * @default reference
                     */
                    reference_column?: string;
                    /**
                     * @description The column with rupees
                     * @default amount
                     */
                    amount_column?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        provider: string;
                        lines: number;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        invoiced: string;
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        booked: string;
                        /** @description Calls whose amount and count match the invoice */
                        matched: number;
                        suspense: {
                            /** @enum {string} */
                            kind: "unknown" | "amount" | "repeated" | "missing";
                            reference: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            invoiced: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            booked: string;
                            lines: number;
                            attempts: number;
                        }[];
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            plan: string;
                            name: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            price_per_month: string;
                            /** @description Production calls per period that the plan includes; null: without a limit */
                            limit: number | null;
                            /** @description True: offered as unlimited, the limit is fair use */
                            unlimited: boolean;
                            features: ("productionKeys" | "webhooks" | "logs" | "customDomain" | "ownBrand")[];
                            /** @description Endpoints that the pool pays for; null: all */
                            endpoints: string[] | null;
                        }[];
                        /** @description Whether features of plans are enforced */
                        features_enforced: boolean;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    subscriptions_list: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description Only of this account */
                account_id?: string;
                state?: "active" | "grace" | "ended";
                plan?: string;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            subscription_id: string;
                            account_id: string;
                            plan: string;
                            plan_name: string;
                            /** @enum {string} */
                            state: "active" | "grace" | "ended";
                            /** @description The period's first day in India, such as 2026-11-21 */
                            period: string;
                            /**
                             * @description Paid for this period so far
                             * @example 5.50
                             */
                            paid: string;
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            until: string;
                            /** @description The plan of the next period; null: the same */
                            next_plan: string | null;
                            /** @description The end of grace */
                            grace_until: string | null;
                            ended_at: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        plan: {
                            plan: string;
                            name: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            price_per_month: string;
                            /** @description Production calls per period that the plan includes; null: without a limit */
                            limit: number | null;
                            /** @description True: offered as unlimited, the limit is fair use */
                            unlimited: boolean;
                            features: ("productionKeys" | "webhooks" | "logs" | "customDomain" | "ownBrand")[];
                            /** @description Endpoints that the pool pays for; null: all */
                            endpoints: string[] | null;
                        };
                        period: string;
                        /** @description Used units of this period's pool */
                        used: number;
                        /** @description Null: without a limit */
                        remaining: number | null;
                        /** @description Null: the plan of accounts without a subscription */
                        subscription: {
                            subscription_id: string;
                            account_id: string;
                            plan: string;
                            plan_name: string;
                            /** @enum {string} */
                            state: "active" | "grace" | "ended";
                            /** @description The period's first day in India, such as 2026-11-21 */
                            period: string;
                            /**
                             * @description Paid for this period so far
                             * @example 5.50
                             */
                            paid: string;
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            until: string;
                            /** @description The plan of the next period; null: the same */
                            next_plan: string | null;
                            /** @description The end of grace */
                            grace_until: string | null;
                            ended_at: string | null;
                        } | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_preview: {
        parameters: {
            query: {
                /** @description Such as starter */
                plan: string;
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account_id: string;
                        plan: {
                            plan: string;
                            name: string;
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            price_per_month: string;
                            /** @description Production calls per period that the plan includes; null: without a limit */
                            limit: number | null;
                            /** @description True: offered as unlimited, the limit is fair use */
                            unlimited: boolean;
                            features: ("productionKeys" | "webhooks" | "logs" | "customDomain" | "ownBrand")[];
                            /** @description Endpoints that the pool pays for; null: all */
                            endpoints: string[] | null;
                        };
                        /**
                         * @description What the production wallet would pay now
                         * @example 5.50
                         */
                        due: string;
                        /** @description When it would begin: the end of the paid period; null: at once */
                        starts_at: string | null;
                        /** @description The end of the period that runs; null: a new one of a month would begin */
                        until: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Such as starter */
                    plan: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription_id: string;
                        account_id: string;
                        plan: string;
                        plan_name: string;
                        /** @enum {string} */
                        state: "active" | "grace" | "ended";
                        /** @description The period's first day in India, such as 2026-11-21 */
                        period: string;
                        /**
                         * @description Paid for this period so far
                         * @example 5.50
                         */
                        paid: string;
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        until: string;
                        /** @description The plan of the next period; null: the same */
                        next_plan: string | null;
                        /** @description The end of grace */
                        grace_until: string | null;
                        ended_at: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Such as starter */
                    plan: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription_id: string;
                        account_id: string;
                        plan: string;
                        plan_name: string;
                        /** @enum {string} */
                        state: "active" | "grace" | "ended";
                        /** @description The period's first day in India, such as 2026-11-21 */
                        period: string;
                        /**
                         * @description Paid for this period so far
                         * @example 5.50
                         */
                        paid: string;
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        until: string;
                        /** @description The plan of the next period; null: the same */
                        next_plan: string | null;
                        /** @description The end of grace */
                        grace_until: string | null;
                        ended_at: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription_id: string;
                        account_id: string;
                        plan: string;
                        plan_name: string;
                        /** @enum {string} */
                        state: "active" | "grace" | "ended";
                        /** @description The period's first day in India, such as 2026-11-21 */
                        period: string;
                        /**
                         * @description Paid for this period so far
                         * @example 5.50
                         */
                        paid: string;
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        until: string;
                        /** @description The plan of the next period; null: the same */
                        next_plan: string | null;
                        /** @description The end of grace */
                        grace_until: string | null;
                        ended_at: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_renew: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        renewed: number;
                        grace: number;
                        ended: number;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    plans_availability: {
        parameters: {
            query: {
                /** @description A month in India, such as 2026-11 */
                month: string;
                /** @description Only calls of this account */
                account_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        month: string;
                        /** @description Answered production calls, including those without a record */
                        answered: number;
                        failed: number;
                        /** @description Floored to two decimals; null: no calls */
                        percent: number | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_methods: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account */
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whom a UPI QR pays; null: there are none */
                        upi: {
                            vpa: string;
                            /** @description As UPI applications show it */
                            name: string;
                        } | null;
                        /** @description Payment gateways; all take rupees */
                        gateways: {
                            /** @description The name of it in a request */
                            gateway: string;
                            /** @description Its name as payers know it */
                            label: string;
                            /** @description Whether it has a page of its own, to which return_url asks to be led */
                            checkout: boolean;
                        }[];
                        bank_transfer: {
                            /** @description Where to send a transfer; null: this server does not tell it */
                            account: {
                                name: string;
                                number: string;
                                ifsc: string;
                                bank: string;
                            } | null;
                        };
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_list: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description Only of this account */
                account_id?: string;
                environment?: "sandbox" | "production";
                /** @description Only in this state */
                state?: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                method?: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                            funding_id: string;
                            account_id: string;
                            /** @enum {string} */
                            environment: "sandbox" | "production";
                            /** @enum {string} */
                            method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                            /** @enum {string} */
                            state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                            /**
                             * @description Rupees with two decimals
                             * @example 5.50
                             */
                            amount: string;
                            /** @description The reference of an operator's operation in the ledger */
                            reference: string | null;
                            /** @description The parent of an allotment */
                            from_account_id: string | null;
                            /**
                             * @description The part that refunds and a chargeback took out again
                             * @example 5.50
                             */
                            reversed: string;
                            rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                            utr: string | null;
                            gateway: string | null;
                            payment_id: string | null;
                            gateway_order_id: string | null;
                            reason: string | null;
                            /** @description How many operators approved it */
                            approvals: number;
                            /** @description Those operators; null: told to operators alone */
                            approved_by: {
                                actor: string;
                                /** Format: date-time */
                                at: string;
                            }[] | null;
                            /** @description Whether its dispute suspended the account */
                            suspended_account: boolean;
                            /** @description Null: told to operators alone */
                            created_by: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                funding_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_submit_transfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account */
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    rail: "neft" | "rtgs" | "imps" | "upi";
                    amount: string | number;
                    /** @description NEFT 16 letters and digits, RTGS 22, IMPS and UPI 12 digits */
                    utr: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_open_order: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account */
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default: the only configured one */
                    gateway?: string;
                    amount: string | number;
                    /** @description Names this order, 1 to 128 printable characters: the same again is the same order, and makes no second one */
                    reference?: string;
                    /** @description Asks for the gateway's own page, which leads the payer back to this address with funding=<id> in its query; on a host of this server or of a brand */
                    return_url?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @description Null where no key of the gateway is in the configuration: then the payment names the funding in its note funding_id; and where page_url is there */
                        checkout: {
                            /** @description The gateway's id of the order */
                            order_id: string;
                            /** @description The public half of the gateway's key */
                            key_id: string;
                            /** @description The script of its checkout */
                            checkout_url: string;
                            /** @description What the checkout opens this order with, for the payer alone: the payment_session_id of Cashfree, the client_secret of Stripe; null: its id is enough */
                            session_token: string | null;
                        } | null;
                        /** @description The gateway's own page, on which the payer pays, for the payer alone; null: no return_url was given */
                        page_url: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_open_upi_qr: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account */
                account_id: string;
                environment: "sandbox" | "production";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string | number;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @description The content of the QR: upi://pay?… */
                        uri: string;
                        /** @description The QR as an SVG */
                        svg: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_confirm_upi_qr: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                funding_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default upi
                     * @enum {string}
                     */
                    rail?: "neft" | "rtgs" | "imps" | "upi";
                    /** @description NEFT 16 letters and digits, RTGS 22, IMPS and UPI 12 digits */
                    utr: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                funding_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                funding_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; no identity number */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_chargeback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                funding_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; no identity number */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_release: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                funding_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_suspense: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description Only in this state */
                state?: "open" | "assigned" | "closed" | "any";
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            suspense_id: string;
                            gateway: string;
                            payment_id: string;
                            amount: string;
                            currency: string;
                            reference: string | null;
                            reason: string;
                            /** @enum {string} */
                            state: "open" | "assigned" | "closed";
                            resolution: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_assign_suspense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suspense_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The account */
                    account_id: string;
                    /** @enum {string} */
                    environment: "sandbox" | "production";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the tr of a UPI QR, and the note funding_id of a payment */
                        funding_id: string;
                        account_id: string;
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @enum {string} */
                        method: "gateway" | "upi_qr" | "bank_transfer" | "credit" | "adjustment" | "allotment";
                        /** @enum {string} */
                        state: "pending" | "submitted" | "approved" | "credited" | "rejected" | "disputed" | "charged_back" | "refunded";
                        /**
                         * @description Rupees with two decimals
                         * @example 5.50
                         */
                        amount: string;
                        /** @description The reference of an operator's operation in the ledger */
                        reference: string | null;
                        /** @description The parent of an allotment */
                        from_account_id: string | null;
                        /**
                         * @description The part that refunds and a chargeback took out again
                         * @example 5.50
                         */
                        reversed: string;
                        rail: ("neft" | "rtgs" | "imps" | "upi") | null;
                        utr: string | null;
                        gateway: string | null;
                        payment_id: string | null;
                        gateway_order_id: string | null;
                        reason: string | null;
                        /** @description How many operators approved it */
                        approvals: number;
                        /** @description Those operators; null: told to operators alone */
                        approved_by: {
                            actor: string;
                            /** Format: date-time */
                            at: string;
                        }[] | null;
                        /** @description Whether its dispute suspended the account */
                        suspended_account: boolean;
                        /** @description Null: told to operators alone */
                        created_by: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    funding_close_suspense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suspense_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; no identity number */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suspense_id: string;
                        gateway: string;
                        payment_id: string;
                        amount: string;
                        currency: string;
                        reference: string | null;
                        reason: string;
                        /** @enum {string} */
                        state: "open" | "assigned" | "closed";
                        resolution: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    me_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        person_id: string;
                        /** @description Null: comes by portal links */
                        email: string | null;
                        name: string;
                        factors: {
                            totp: boolean;
                            passkeys: number;
                            recovery_codes_left: number;
                        };
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    me_rename: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        person_id: string;
                        /** @description Null: comes by portal links */
                        email: string | null;
                        name: string;
                        factors: {
                            totp: boolean;
                            passkeys: number;
                            recovery_codes_left: number;
                        };
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    sessions_list: {
        parameters: {
            query?: {
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            session_id: string;
                            current: boolean;
                            /** @description The browser, as it calls itself */
                            agent: string;
                            ip: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            seen_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    sessions_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    sessions_end_others: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ended: number;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    passkeys_list: {
        parameters: {
            query?: {
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            passkey_id: string;
                            name: string;
                            /** @description Where it is used */
                            host: string;
                            /** Format: date-time */
                            created_at: string;
                            used_at: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    passkeys_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    totp_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        /** @description otpauth://, for a QR code */
                        uri: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    totp_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    totp_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each once in the place of a code; shown once */
                        recovery_codes: string[];
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    recovery_codes_make: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each once in the place of a code; shown once */
                        recovery_codes: string[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    people_list: {
        parameters: {
            query?: {
                /** @description Only of this account */
                account_id?: string;
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            membership_id: string;
                            /** @description Null: an operator */
                            account_id: string | null;
                            account_name: string | null;
                            /** @enum {string} */
                            role: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                            /** @description Of a developer: whether it may use production */
                            production: boolean;
                            /** Format: date-time */
                            created_at: string;
                            person_id: string;
                            email: string | null;
                            name: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    people_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                membership_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership_id: string;
                        /** @description Null: an operator */
                        account_id: string | null;
                        account_name: string | null;
                        /** @enum {string} */
                        role: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                        /** @description Of a developer: whether it may use production */
                        production: boolean;
                        /** Format: date-time */
                        created_at: string;
                        person_id: string;
                        email: string | null;
                        name: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    people_change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                membership_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role?: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                    production?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership_id: string;
                        /** @description Null: an operator */
                        account_id: string | null;
                        account_name: string | null;
                        /** @enum {string} */
                        role: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                        /** @description Of a developer: whether it may use production */
                        production: boolean;
                        /** Format: date-time */
                        created_at: string;
                        person_id: string;
                        email: string | null;
                        name: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    people_invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of who is invited */
                    email: string;
                    /** @enum {string} */
                    role: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                    /**
                     * @description Null: an operator
                     * @default null
                     */
                    account_id?: string | null;
                    /**
                     * @description Of a developer: whether it may use production
                     * @default false
                     */
                    production?: boolean;
                    /**
                     * @description The link is answered, not mailed: of an operator on the command line or with a token
                     * @default false
                     */
                    show_link?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation_id: string;
                        email: string;
                        /** @description Null: an operator */
                        account_id: string | null;
                        /** @enum {string} */
                        role: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                        production: boolean;
                        invited_by: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description Null: it was mailed, to that address alone */
                        link: string | null;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    invitations_list: {
        parameters: {
            query?: {
                /** @description Only of this account */
                account_id?: string;
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            invitation_id: string;
                            email: string;
                            /** @description Null: an operator */
                            account_id: string | null;
                            /** @enum {string} */
                            role: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                            production: boolean;
                            invited_by: string;
                            /** Format: date-time */
                            expires_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    invitations_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation_id: string;
                        email: string;
                        /** @description Null: an operator */
                        account_id: string | null;
                        /** @enum {string} */
                        role: "viewer" | "developer" | "billing" | "admin" | "owner" | "support" | "kyc" | "finance" | "pricing";
                        production: boolean;
                        invited_by: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    portal_links_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "viewer" | "developer" | "billing" | "admin" | "owner";
                    /** @description The embedder's own name of the person */
                    person_ref: string;
                    /**
                     * @description Of a developer: whether it may use production
                     * @default false
                     */
                    production?: boolean;
                    /**
                     * @description Pages; null: all
                     * @default null
                     */
                    pages?: string[] | null;
                    /**
                     * @description Where the console leads back to
                     * @default null
                     */
                    return_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    tokens_list: {
        parameters: {
            query?: {
                /** @description The next_cursor of the previous page */
                cursor?: string;
                /** @description The page size, 1 to 1000 */
                limit?: number;
                /** @description csv: the page as CSV, as Accept: text/csv does; its cursor is in the header X-Next-Cursor */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            token_id: string;
                            name: string;
                            /** @description Who made it; null: it was made on the machine */
                            person_id: string | null;
                            scopes: string[];
                            /** @enum {string} */
                            status: "active" | "revoked";
                            /** Format: date-time */
                            created_at: string;
                            /** @description Null: never */
                            expires_at: string | null;
                            revoked_at: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    tokens_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account, also after revocation: the audit log has it */
                    name: string;
                    /** @description At most the own ones; * for all of them */
                    scopes: string[];
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token_id: string;
                        name: string;
                        /** @description Who made it; null: it was made on the machine */
                        person_id: string | null;
                        scopes: string[];
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** Format: date-time */
                        created_at: string;
                        /** @description Null: never */
                        expires_at: string | null;
                        revoked_at: string | null;
                        /** @description adm_…: sent as Authorization: Bearer */
                        token: string;
                    };
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    tokens_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token_id: string;
                        name: string;
                        /** @description Who made it; null: it was made on the machine */
                        person_id: string | null;
                        scopes: string[];
                        /** @enum {string} */
                        status: "active" | "revoked";
                        /** Format: date-time */
                        created_at: string;
                        /** @description Null: never */
                        expires_at: string | null;
                        revoked_at: string | null;
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description There is no such thing, or it is outside of what the credential sees */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description It cannot be done as things stand */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Some fields are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
    tokens_scopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scopes: {
                            scope: string;
                            summary: string;
                        }[];
                    };
                };
            };
            /** @description The credential is missing, wrong, ended or revoked */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The credential may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Too many credentials failed */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description Temporarily unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
        };
    };
}
