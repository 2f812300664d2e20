import {readdirSync,readFileSync} from 'node:fs';const threads=()=>Object.fromEntries(readdirSync('/proc/self/task').map(t=>[t+'', Number(readFileSync(`/proc/self/task/${t}/schedstat`,'utf8').split(' ')[0])]));
import { mkdtempSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, randomBytes, randomFillSync, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { crc32 } from "node:zlib";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import sqlite3 from "sqlite3";
import { mkdir } from "node:fs/promises";
import createKnex from "knex";
import pg from "pg";
// ../core/src/errors.ts
/**
* The one error class. Recognise it by `isParakhError` and its `code`, never by `instanceof`: two copies of core may be
* loaded in one process.
*/
var ParakhError = class extends Error {
	code;
	name = "ParakhError";
	/** Every fault at once, for a configuration that is refused; else empty. */
	faults;
	constructor(code, message, options = {}) {
		super(message, options);
		this.code = code;
		this.faults = options.faults ?? [];
	}
};
/** Whether something thrown is a `ParakhError`, of any copy of core. */
function isParakhError(thrown) {
	return thrown instanceof Error && thrown.name === "ParakhError" && "code" in thrown;
}
/**
* Makes a package's table of error codes. Every code stands in docs/reference/errors.md; a test holds both together.
*
* @example
* const errors = defineErrorTable('store', { DATABASE_IN_USE: 'Process {pid} serves this database' })
* throw errors.error('DATABASE_IN_USE', { pid: 42 })
*/
function defineErrorTable(packageName, codes) {
	const text = (code, facts = {}) => codes[code].replace(/\{(\w+)\}/g, (whole, name) => String(facts[name] ?? whole));
	return {
		package: packageName,
		codes,
		text,
		error: (code, facts, options) => new ParakhError(code, text(code, facts), options),
		fault: (code, path, facts) => ({
			code,
			path,
			message: text(code, facts)
		})
	};
}
// ../core/src/error-codes.ts
/** Errors that core itself throws. */
const coreErrors = defineErrorTable("core", {
	INVALID_AMOUNT: "Not an amount: {text}. Allowed: rupees with at most two decimals, such as 5.50",
	INVALID_CONFIGURATION: "The configuration has {count} fault(s)",
	INVALID_OPTIONS: "{detail}"
});
// ../core/src/money.ts
/** Micro-rupees in one rupee. */
const MICRO_RUPEES_PER_RUPEE = 1e6;
/** Micro-rupees in one paisa. */
const MICRO_RUPEES_PER_PAISA = 1e4;
/**
* An amount of whole paise, from text.
*
* @param text Rupees with at most two decimals, not negative.
* @throws `INVALID_AMOUNT` for any other text.
* @example
* inr('0.50') // 500000 micro-rupees
*/
function inr(text) {
	return parseAmount(text);
}
/**
* The same for text that is not known to the compiler (configuration, a command's argument).
*
* @param text Rupees with at most two decimals, not negative, below a billion.
* @throws `INVALID_AMOUNT`
*/
function parseAmount(text) {
	const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
	if (!match) throw coreErrors.error("INVALID_AMOUNT", { text });
	const [, rupeesPart = "0", paisePart = ""] = match;
	return Number(rupeesPart) * MICRO_RUPEES_PER_RUPEE + Number(paisePart.padEnd(2, "0")) * MICRO_RUPEES_PER_PAISA;
}
/**
* Takes a number that is already in micro-rupees (from a database row, from arithmetic on amounts).
*
* @throws `INVALID_AMOUNT` when it is not a safe integer.
*/
function micro(value) {
	if (!Number.isSafeInteger(value)) throw coreErrors.error("INVALID_AMOUNT", { text: String(value) });
	return value;
}
/** What is left of `a` after `b`; may be negative. */
const minus = (a, b) => micro(a - b);
z.union([z.string(), z.number()]).transform((value, context) => {
	const text = String(value);
	if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return parseAmount(text);
	context.addIssue({
		code: "custom",
		message: "must be rupees with at most two decimals, not negative, such as 5.50"
	});
	return z.NEVER;
});
// ../core/src/token.ts
/**
* Names a service and carries its type. Equal ids are equal tokens, even across two copies of core.
*/
var Token = class {
	id;
	key;
	constructor(id) {
		this.id = id;
		this.key = Symbol.for(`parakh:${id}`);
	}
};
/**
* Makes a token.
*
* @param id Unique in a server: `core.clock`, `ifsc.directory`.
* @example
* const Greeter = token<{ greet(): string }>('acme.greeter')
*/
const token = (id) => new Token(id);
// ../core/src/outcome.ts
/** Both environments, in the order in which they are shown. */
const ENVIRONMENTS = ["sandbox", "production"];
// ../core/src/services/accounts.ts
/** What an account may be (spec: Reseller hierarchy). */
const ROLES = [
	"super_admin",
	"master_distributor",
	"distributor",
	"retailer",
	"developer",
	"customer"
];
token("core.accounts");
// ../core/src/services/billing/operations.ts
/** Nothing staged. */
const NO_WRITES = {
	records: [],
	events: [],
	jobs: [],
	refunds: [],
	later: null
};
// ../core/src/services/billing/state.ts
/** The key of a wallet in `BatchState.wallets`. */
const walletKey = (of) => `${of.accountId}/${of.environment}`;
/** The key of a claim in `BatchState.claims`. */
const claimKey = (of, claim) => `${walletKey(of)}/${claim}`;
/** The key of a record in `BatchState.records`. */
const recordKey = (of, record) => `${walletKey(of)}/${record.collection}/${record.id}`;
/** The key of a credit in `BatchState.credits`. */
const creditKey = (of, reference) => `${walletKey(of)}/${reference}`;
// ../core/src/formats/real-day.ts
/** The day it is in India, `YYYY-MM-DD`. */
function indianDay(at) {
	return new Date(at.getTime() + 198e5).toISOString().slice(0, 10);
}
// ../kernel/src/decide/hold.ts
/** Whether a call's price is still set aside. */
const isOpen = (call) => call.phase === "held" || call.phase === "dispatched";
/** Takes a call's hold off its wallet and off the calls under way of its key. */
function endHold(draft, call) {
	const wallet = draft.wallet(call);
	if (wallet) draft.setWallet({
		...wallet,
		held: micro(wallet.held - call.price)
	});
	const key = draft.key(call.keyId);
	if (key) draft.setKey({
		...key,
		windows: {
			...key.windows,
			inFlight: Math.max(0, key.windows.inFlight - 1)
		}
	});
}
/** Releases a hold whose owner is gone: the next epoch fences a late success off, and the request id is free. */
function releaseExpired(draft, call, at) {
	endHold(draft, call);
	draft.changeCall(call, {
		...call,
		phase: "released",
		epoch: call.epoch + 1,
		claim: null,
		settledAt: at
	});
}
// ../kernel/src/decide/rate-windows.ts
/** A bucket of one second is counted whole as long as any of it lies within the last 60 s: never more than the limit in any 60 s. */
const WINDOW_SECONDS = 60;
const within = (buckets, second) => buckets.filter(([at]) => at >= second - WINDOW_SECONDS);
const sum = (buckets) => buckets.reduce((total, [, count]) => total + count, 0);
/** Whole seconds after which one more call passes. */
function secondsUntilFree(buckets, limit, second) {
	let left = sum(buckets);
	for (const [at, count] of buckets) {
		left -= count;
		if (left < limit) return Math.max(1, at + WINDOW_SECONDS + 1 - second);
	}
	return 1;
}
/** Looks at both windows without counting. The tighter one answers (decisions.md section 4). */
function lookAtWindows(windows, question) {
	const second = Math.floor(question.at / 1e3);
	const views = [{
		buckets: within(windows.scopes[question.endpoint] ?? [], second),
		limit: question.limits.endpoint
	}, {
		buckets: within(windows.scopes["*"] ?? [], second),
		limit: question.limits.total
	}];
	const full = views.filter(({ buckets, limit }) => sum(buckets) >= limit);
	if (full.length > 0) {
		const waits = full.map(({ buckets, limit }) => secondsUntilFree(buckets, limit, second));
		return {
			passes: false,
			rate: {
				limit: Math.min(...full.map((view) => view.limit)),
				remaining: 0
			},
			retryAfter: Math.max(...waits)
		};
	}
	return {
		passes: true,
		rate: views.map(({ buckets, limit }) => ({
			limit,
			remaining: limit - sum(buckets) - 1
		})).reduce((a, b) => b.remaining < a.remaining ? b : a)
	};
}
/** Counts one call in both windows, and forgets what is too old to matter. */
function countCall(windows, question) {
	const second = Math.floor(question.at / 1e3);
	const counted = /* @__PURE__ */ new Set(["*", question.endpoint]);
	const scopes = {};
	for (const scope of /* @__PURE__ */ new Set([...Object.keys(windows.scopes), ...counted])) {
		const kept = within(windows.scopes[scope] ?? [], second);
		const buckets = counted.has(scope) ? increment(kept, second) : kept;
		if (buckets.length > 0) scopes[scope] = buckets;
	}
	return {
		inFlight: windows.inFlight,
		scopes
	};
}
function increment(buckets, second) {
	const index = buckets.findIndex(([at]) => at === second);
	if (index >= 0) return buckets.map(([at, count], place) => place === index ? [at, count + 1] : [at, count]);
	return [...buckets, [second, 1]].sort(([a], [b]) => a - b);
}
// ../kernel/src/decide/admit.ts
/** Whole seconds after which a caller may ask again whose earlier write is still unknown. */
const RETRY_UNKNOWN_SECONDS = 5;
/**
* Lets a call in, or says why not: key, rate windows, request id, calls under way, funds, in this order (decisions.md sections
* 2 and 4). Replays, 402 and 409 count in the windows; 429 and a dead key do not.
*/
function admit(draft, operation) {
	const dead = refuseKey(draft, operation);
	if (dead) return {
		kind: "refused",
		code: dead,
		rate: null
	};
	const counted = countInWindows(draft, operation);
	if ("refused" in counted) return counted.refused;
	const { rate } = counted;
	const earlier = operation.claim === null ? void 0 : draft.claim(operation, operation.claim);
	const repeated = earlier && answerRepeated(draft, {
		operation,
		earlier,
		rate
	});
	if (repeated) return repeated;
	return hold(draft, operation, rate);
}
function refuseKey(draft, operation) {
	const key = draft.key(operation.keyId);
	if (key?.status !== "active") return "INVALID_API_KEY";
	if (key.expiresAt !== null && key.expiresAt <= operation.at) return "INVALID_API_KEY";
	if (key.accountStatus !== "active") return "ACCOUNT_SUSPENDED";
	if (key.version !== operation.keyVersion) return "KEY_CHANGED";
	return null;
}
function countInWindows(draft, operation) {
	const key = draft.key(operation.keyId);
	if (!key) throw new TypeError("the key was checked before");
	const verdict = lookAtWindows(key.windows, operation);
	if (operation.alreadyCounted) return { rate: verdict.rate };
	if (!verdict.passes) {
		const { rate, retryAfter } = verdict;
		return { refused: {
			kind: "refused",
			code: "RATE_LIMIT_EXCEEDED",
			rate,
			retryAfter
		} };
	}
	draft.setKey({
		...key,
		windows: countCall(key.windows, operation)
	});
	return { rate: verdict.rate };
}
/** What the request id's earlier call means for this one; null when it runs as new. */
function answerRepeated(draft, { operation, earlier, rate }) {
	if (earlier.reference === operation.reference) {
		const wallet = draft.wallet(operation);
		const available = wallet ? micro(wallet.posted - wallet.held) : 0;
		return {
			kind: "admitted",
			epoch: earlier.epoch,
			available,
			rate
		};
	}
	if (earlier.fingerprint !== operation.fingerprint) return {
		kind: "refused",
		code: "REQUEST_ID_REUSED",
		rate
	};
	if (earlier.phase === "purged") return {
		kind: "refused",
		code: "REQUEST_ID_EXPIRED",
		rate
	};
	if (!isOpen(earlier)) return {
		kind: "replay",
		reference: earlier.reference,
		status: earlier.status ?? 200,
		rate
	};
	if (earlier.leaseUntil > operation.at) return {
		kind: "running",
		reference: earlier.reference,
		rate
	};
	if (earlier.phase === "dispatched") return {
		kind: "refused",
		code: "OUTCOME_UNKNOWN",
		rate,
		retryAfter: RETRY_UNKNOWN_SECONDS
	};
	releaseExpired(draft, earlier, operation.at);
	return null;
}
function hold(draft, operation, rate) {
	const key = draft.key(operation.keyId);
	const wallet = draft.wallet(operation);
	if (!key || !wallet) return {
		kind: "refused",
		code: "INVALID_API_KEY",
		rate: null
	};
	const available = wallet.posted - wallet.held;
	if (operation.claim === null) return {
		kind: "admitted",
		epoch: null,
		available: micro(available),
		rate
	};
	if (key.windows.inFlight >= operation.limits.inFlight) return {
		kind: "refused",
		code: "RATE_LIMIT_EXCEEDED",
		rate: {
			...rate,
			remaining: 0
		},
		retryAfter: 1
	};
	if (available < operation.price) return {
		kind: "refused",
		code: "INSUFFICIENT_BALANCE",
		rate
	};
	draft.setWallet({
		...wallet,
		held: micro(wallet.held + operation.price)
	});
	draft.setKey({
		...key,
		windows: {
			...key.windows,
			inFlight: key.windows.inFlight + 1
		}
	});
	draft.addCall(newCall(operation));
	if (operation.consent) {
		const { accountId, environment, reference, at } = operation;
		draft.rows.consents.push({
			...operation.consent,
			accountId,
			environment,
			reference,
			at
		});
	}
	return {
		kind: "admitted",
		epoch: 1,
		available: micro(available - operation.price),
		rate
	};
}
function newCall(operation) {
	const { reference, accountId, environment, keyId, endpoint, requestId, claim, fingerprint } = operation;
	const { owner, price, priceVersion, legs, at, leaseMs } = operation;
	return {
		reference,
		accountId,
		environment,
		keyId,
		endpoint,
		requestId,
		claim,
		fingerprint,
		phase: "held",
		epoch: 1,
		owner,
		price,
		priceVersion,
		legs,
		charged: 0,
		refunded: 0,
		leaseUntil: at + leaseMs,
		at,
		settledAt: null,
		status: null,
		later: null,
		operation: null,
		provider: null
	};
}
// ../kernel/src/decide/charge.ts
const paidOn = (legs) => legs.reduce((total, leg) => total + leg.amount, 0);
/** Commission to each leg, and to the platform what remains: the sum is the charge, always. */
function postShares(draft, { call, posting, direction }) {
	for (const leg of call.legs) draft.post(call, {
		ledgerAccount: `commission:${leg.accountId}`,
		amount: micro(leg.amount * direction)
	}, posting);
	const rest = micro((call.price - paidOn(call.legs)) * direction);
	draft.post(call, {
		ledgerAccount: "revenue",
		amount: rest
	}, posting);
}
const postingOf = (call, kind, at) => ({
	transaction: call.reference,
	kind,
	actor: call.keyId,
	requestId: call.requestId,
	priceVersion: call.priceVersion,
	at
});
/** Takes a call's whole price from its wallet. */
function charge(draft, call, at) {
	const wallet = draft.wallet(call);
	if (!wallet || call.price === 0) return;
	const posting = postingOf(call, "charge", at);
	draft.postWallet(wallet, micro(-call.price), posting);
	postShares(draft, {
		call,
		posting,
		direction: 1
	});
}
/** Gives back what a call was charged: once. @returns The call after it. */
function refund(draft, call, at) {
	const wallet = draft.wallet(call);
	if (!wallet || call.charged === 0 || call.refunded !== 0) return call;
	const posting = postingOf(call, "refund", at);
	draft.postWallet(wallet, call.charged, posting);
	postShares(draft, {
		call,
		posting,
		direction: -1
	});
	const refunded = {
		...call,
		refunded: call.charged
	};
	draft.changeCall(call, refunded);
	return refunded;
}
/** Puts money into a wallet from outside. */
function fund(draft, wallet, given) {
	const { id, amount, actor, reference, at } = given;
	const posting = {
		transaction: id,
		kind: "credit",
		actor,
		requestId: reference,
		priceVersion: "",
		at
	};
	const next = draft.postWallet(wallet, amount, posting);
	draft.post(wallet, {
		ledgerAccount: "funding",
		amount: micro(0 - amount)
	}, posting);
	return next;
}
// ../kernel/src/decide/draft.ts
/**
* The state of a batch while it is decided: each operation sees what those before it did, and the end is rows to write.
*/
var Draft = class {
	before;
	#wallets = /* @__PURE__ */ new Map();
	#keys = /* @__PURE__ */ new Map();
	#calls = /* @__PURE__ */ new Map();
	#claims = /* @__PURE__ */ new Map();
	#added = /* @__PURE__ */ new Set();
	#records = /* @__PURE__ */ new Map();
	#credits = /* @__PURE__ */ new Map();
	/** Rows that are only ever added. */
	rows = {
		responses: [],
		inputs: [],
		entries: [],
		credits: [],
		usage: [],
		consents: [],
		events: [],
		jobs: [],
		records: []
	};
	constructor(before) {
		this.before = before;
	}
	/** A wallet as it is now; undefined when there is none. */
	wallet(of) {
		const key = walletKey(of);
		return this.#wallets.get(key) ?? this.before.wallets.get(key);
	}
	setWallet(wallet) {
		this.#wallets.set(walletKey(wallet), wallet);
	}
	key(id) {
		return this.#keys.get(id) ?? this.before.keys.get(id);
	}
	setKey(key) {
		this.#keys.set(key.id, key);
	}
	call(reference) {
		return this.#calls.get(reference) ?? this.before.calls.get(reference);
	}
	/** The call that holds a request id. */
	claim(of, claim) {
		const key = claimKey(of, claim);
		const drafted = this.#claims.get(key);
		if (drafted === null) return void 0;
		const found = drafted ?? this.before.claims.get(key);
		return found && (this.#calls.get(found.reference) ?? found);
	}
	addCall(call) {
		this.#added.add(call.reference);
		this.#keep(call);
	}
	/** Writes a call anew; one that gave up its claim frees its request id. */
	changeCall(before, call) {
		if (before.claim !== null && call.claim === null) this.#claims.set(claimKey(before, before.claim), null);
		this.#keep(call);
	}
	#keep(call) {
		this.#calls.set(call.reference, call);
		if (call.claim !== null) this.#claims.set(claimKey(call, call.claim), call);
	}
	/** The version of a record; undefined when there is none. */
	recordVersion(of, record) {
		const key = recordKey(of, record);
		return this.#records.get(key) ?? this.before.records.get(key);
	}
	setRecordVersion(of, record, version) {
		this.#records.set(recordKey(of, record), version);
	}
	credited(key) {
		return this.#credits.get(key) ?? this.before.credits.get(key);
	}
	setCredited(key, amount) {
		this.#credits.set(key, amount);
	}
	/** Posts to a wallet: its balance, its version and its entry move together. */
	postWallet(wallet, amount, posting) {
		const next = {
			...wallet,
			posted: micro(wallet.posted + amount),
			version: wallet.version + 1
		};
		this.setWallet(next);
		this.rows.entries.push({
			...posting,
			ledgerAccount: `wallet:${wallet.accountId}`,
			environment: wallet.environment,
			amount,
			previous: wallet.posted,
			balance: next.posted,
			version: next.version
		});
		return next;
	}
	/** Posts to any other ledger account: an entry alone, so that payees are never locked. */
	post(of, to, posting) {
		if (to.amount === 0) return;
		this.rows.entries.push({
			...posting,
			...to,
			environment: of.environment,
			previous: null,
			balance: null,
			version: null
		});
	}
	/** Everything to write. */
	changes() {
		const calls = [...this.#calls.values()];
		return {
			...this.rows,
			wallets: [...this.#wallets.values()],
			windows: [...this.#keys.values()].map(({ id, windows }) => ({
				keyId: id,
				windows
			})),
			callsAdded: calls.filter(({ reference }) => this.#added.has(reference)),
			callsChanged: calls.filter(({ reference }) => !this.#added.has(reference))
		};
	}
};
// ../kernel/src/decide/staged.ts
/** Whether what was staged still fits: records as they were read, news that acts for the first time. Null: it fits. */
function checkStaged(draft, staging) {
	for (const record of staging.writes.records) if ((draft.recordVersion(staging, record) ?? null) !== record.expected) return { kind: "conflict" };
	const { later } = staging.writes;
	if (!later) return null;
	const call = draft.call(later.reference);
	if (!call) return { kind: "lost" };
	return (call.later ?? "none") === later.from ? null : { kind: "lost" };
}
/** Writes what was staged. */
function applyStaged(draft, staging) {
	const { accountId, environment, at, writes } = staging;
	const owner = {
		accountId,
		environment
	};
	for (const record of writes.records) {
		draft.setRecordVersion(staging, record, (record.expected ?? 0) + 1);
		draft.rows.records.push({
			...record,
			...owner,
			at
		});
	}
	for (const job of writes.jobs) draft.rows.jobs.push({
		...job,
		...owner,
		at
	});
	for (const { reference } of writes.refunds) {
		const call = draft.call(reference);
		if (call && call.accountId === accountId && call.environment === environment) refund(draft, call, at);
	}
	if (writes.later) {
		const call = draft.call(writes.later.reference);
		if (call) draft.changeCall(call, {
			...call,
			later: writes.later.to
		});
	}
	for (const event of writes.events) emit(draft, staging, event);
}
/** Adds an event to the outbox, with the wallet's next sequence. */
function emit(draft, of, event) {
	const wallet = draft.wallet(of);
	if (!wallet) return;
	const sequence = wallet.eventSequence + 1;
	draft.setWallet({
		...wallet,
		eventSequence: sequence
	});
	const { accountId, environment, at } = of;
	draft.rows.events.push({
		...event,
		accountId,
		environment,
		sequence,
		at
	});
}
// ../kernel/src/decide/usage.ts
/** Writes a usage row, and counts it for its account (decisions.md section 11). */
function logUsage(draft, usage) {
	draft.rows.usage.push(usage);
	const wallet = draft.wallet(usage);
	if (!usage.counted || !wallet) return;
	const late = usage.day < wallet.requestsDay;
	const today = usage.day === wallet.requestsDay ? wallet.requestsToday + 1 : 1;
	draft.setWallet({
		...wallet,
		requestsDay: late ? wallet.requestsDay : usage.day,
		requestsToday: late ? wallet.requestsToday : today,
		requestsTotal: wallet.requestsTotal + 1
	});
}
// ../kernel/src/decide/settle.ts
const PHASE = {
	answer: "answered",
	none: "none",
	failed: "released",
	refused: "released"
};
/**
* Ends a call: capture or release, stored answer, usage row and what the handler staged, or nothing at all. A success that comes
* after its hold was taken over is `lost`: discarded, never charged (reliability.md section 2).
*/
function settle(draft, operation) {
	if (operation.epoch === null) return settleUnclaimed(draft, operation);
	const call = draft.call(operation.reference);
	if (!call || call.epoch !== operation.epoch) return { kind: "lost" };
	if (!isOpen(call)) return { kind: "done" };
	const misfit = checkStaged(draft, operation);
	if (misfit) return misfit;
	endHold(draft, call);
	const ended = endCall(call, operation);
	if (ended.charged > 0) charge(draft, call, operation.at);
	draft.changeCall(call, ended);
	if (operation.response && ended.claim !== null) {
		const { accountId, environment, reference } = operation;
		draft.rows.responses.push({
			accountId,
			environment,
			reference,
			body: operation.response.body
		});
	}
	logUsage(draft, operation.usage);
	applyStaged(draft, operation);
	return { kind: "done" };
}
function endCall(call, operation) {
	const phase = PHASE[operation.outcome];
	return {
		...call,
		phase,
		claim: phase === "released" ? null : call.claim,
		charged: operation.outcome === "answer" && operation.charged > 0 ? call.price : 0,
		settledAt: operation.at,
		status: operation.response?.status ?? null
	};
}
/** Nothing was held, claimed or is stored: a usage row, and what was staged. */
function settleUnclaimed(draft, operation) {
	const misfit = checkStaged(draft, operation);
	if (misfit) return misfit;
	logUsage(draft, operation.usage);
	applyStaged(draft, operation);
	return { kind: "done" };
}
// ../kernel/src/decide/decide.ts
/**
* Decides a batch, purely: operations in order, each seeing what those before it did. SQLite, PostgreSQL and memory are given
* this one function, so they cannot differ (design.md, "The life of a call").
*
* @example
* const { results, changes } = decide(stateReadBeneathTheLocks, operations)
*/
const decide = (state, operations) => {
	const draft = new Draft(state);
	return {
		results: operations.map((operation) => decideOne(draft, operation)),
		changes: draft.changes()
	};
};
function decideOne(draft, operation) {
	switch (operation.kind) {
		case "admit": return admit(draft, operation);
		case "settle": return settle(draft, operation);
		case "dispatch": return dispatch(draft, operation);
		case "expire": return expire(draft, operation);
		case "credit": return credit(draft, operation);
		case "commit": return commit(draft, operation);
		case "log":
			logUsage(draft, operation.usage);
			return { kind: "done" };
	}
}
/** Marks a write before any byte of it leaves. */
function dispatch(draft, operation) {
	const call = draft.call(operation.reference);
	if (!call || call.epoch !== operation.epoch || !isOpen(call)) return { kind: "lost" };
	const { accountId, environment, reference, input } = operation;
	draft.changeCall(call, {
		...call,
		phase: "dispatched",
		operation: operation.operation,
		provider: operation.provider
	});
	if (call.phase === "held") draft.rows.inputs.push({
		accountId,
		environment,
		reference,
		input
	});
	return { kind: "done" };
}
/** Releases a read whose lease ended. A marked write stays: its status is asked instead. */
function expire(draft, operation) {
	const call = draft.call(operation.reference);
	if (call?.phase !== "held" || call.epoch !== operation.epoch) return { kind: "lost" };
	if (!operation.force && call.leaseUntil > operation.at) return { kind: "lost" };
	releaseExpired(draft, call, operation.at);
	return { kind: "done" };
}
function credit(draft, operation) {
	const wallet = draft.wallet(operation);
	if (!wallet) return {
		kind: "reused",
		posted: 0,
		held: 0
	};
	const key = creditKey(operation, operation.reference);
	const earlier = draft.credited(key);
	const { posted, held } = wallet;
	if (earlier !== void 0) return {
		kind: earlier === operation.amount ? "duplicate" : "reused",
		posted,
		held
	};
	const { id, accountId, environment, reference, amount, actor, at } = operation;
	const next = fund(draft, wallet, operation);
	draft.setCredited(key, amount);
	draft.rows.credits.push({
		id,
		accountId,
		environment,
		reference,
		amount,
		actor,
		at
	});
	emit(draft, operation, {
		id: `${id}-event`,
		type: "wallet.credited",
		data: {
			reference,
			amount: amount / 1e6
		}
	});
	return {
		kind: "credited",
		posted: next.posted,
		held: next.held
	};
}
/** Writes what was staged outside a call. */
function commit(draft, operation) {
	const misfit = checkStaged(draft, operation);
	if (misfit) return misfit;
	applyStaged(draft, operation);
	return { kind: "done" };
}
// ../testkit/src/fakes/collecting-logger.ts
/**
* A logger for tests.
*
* @example
* const logger = collectingLogger()
* expect(logger.text()).not.toContain(secret)
*/
function collectingLogger() {
	const lines = [];
	const at = (level) => (event, facts = {}) => {
		lines.push({
			level,
			event,
			facts
		});
	};
	return {
		debug: at("debug"),
		info: at("info"),
		warn: at("warn"),
		error: at("error"),
		lines,
		of: (event) => lines.filter((line) => line.event === event),
		text: () => lines.map((line) => JSON.stringify(line)).join("\n")
	};
}
// ../testkit/src/fakes/sequential-ids.ts
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LANE_LENGTH = 4;
const COUNTER_LENGTH = 20;
function crockford(value, length) {
	let text = "";
	for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = CROCKFORD.charAt(rest % 32) + text;
	return text;
}
/**
* Ids in the shape of ULIDs, the same in every run: `01` and a lane, then a counter.
*
* @param lane Tells two sources of ids in one test apart: 0 to 1,048,575.
* @example
* const ids = sequentialIds()
* ids.next() // 01000000000000000000000001
*/
function sequentialIds(lane = 0) {
	let count = 0;
	return { next: () => `01${crockford(lane, LANE_LENGTH)}${crockford(++count, COUNTER_LENGTH)}` };
}
// src/error-codes.ts
/** Errors of the store. */
const storeErrors = defineErrorTable("store", {
	ACCOUNT_NOT_FOUND: "There is no account {id}",
	ACCOUNT_PARENT_NOT_ALLOWED: "An account of role {role} cannot stand under one of role {parent}. Allowed: {allowed}",
	CURSOR_INVALID: "Not a cursor of this collection. Allowed: the cursor that the page before gave, or none",
	DATABASE_IN_USE: "Process {pid} on {host} serves this SQLite database already. Allowed: one serving process at a time; stop it, or use PostgreSQL for several",
	DATABASE_UNAVAILABLE: "The {client} database cannot be opened: {detail}",
	DATABASE_UNSUPPORTED: "The injected knex is of {client}. Allowed: sqlite3 with a database file, pg",
	DURABILITY_OFF: "The database may lose commits at a power cut: {setting}. Allowed: {allowed}",
	KEY_NOT_FOUND: "There is no API key {id}",
	KEY_NOT_SANDBOX: "The API key {id} is of production already. Allowed: a sandbox key",
	KEY_OVERLAP_INVALID: "Not an overlap: {seconds} seconds. Allowed: whole seconds from 0 to 604800 (7 days)",
	KEY_REVOKED: "The API key {id} is revoked; a revoked key stays so",
	KYC_REQUIRED: "The account {id} has no approved KYC. Allowed: production keys after `parakh kyc approve {id}`",
	MASTER_KEY_INVALID: "The master key \"{id}\" cannot be used. Allowed: at least one, each 32 bytes in base64, each id once",
	MASTER_KEY_UNKNOWN: "Data is encrypted under the master key \"{id}\", which is not in the list or is another one. Allowed: every key that was ever the first, until all is encrypted anew",
	OPERATION_REFUSED: "The database refused a {kind} operation ({reason})",
	PEPPER_INVALID: "The peppers cannot be used: {detail}. Allowed: at least one, ids of up to 64 letters, digits, _ and -, each once, values that are not empty",
	REFERENCE_REUSED: "The reference {reference} was used for another amount. Allowed: the same amount again, or a new reference",
	SCHEMA_TOO_NEW: "The database has the migration {migration}, which this release does not know. Allowed: the release that made it, or a newer one",
	SEALED_DATA_DAMAGED: "Data of the account {account} cannot be decrypted: it was changed, or belongs to another account",
	STORE_CLOSED: "The store is closed",
	STORE_UNAVAILABLE: "The database did not take a batch within {seconds} s ({reason})",
	TABLE_PREFIX_INVALID: "Not a table prefix: {prefix}. Allowed: up to 24 lower-case letters, digits and underscores, a letter first"
});
// src/columns.ts
/** A 64-bit number: PostgreSQL gives text where the pool is the host's own. */
const Counted = z.union([z.number(), z.string().transform(Number)]);
/** Milliseconds since 1970. */
const Moment = Counted.transform((milliseconds) => new Date(milliseconds));
/** Bytes, as both drivers give them. */
const Bytes = z.instanceof(Buffer);
/** The column `environment`. */
const EnvironmentColumn = z.enum(ENVIRONMENTS);
// src/accounts/account-row.ts
/** What an account's status and KYC may be. */
const AccountStatus = z.enum([
	"active",
	"suspended",
	"closed"
]);
const Kyc = z.enum([
	"pending",
	"submitted",
	"approved",
	"rejected"
]);
/** A row of `account`, read as an account. */
const AccountRow = z.object({
	id: z.string(),
	name: z.string(),
	role: z.enum(ROLES),
	parent_id: z.string().nullable(),
	status: AccountStatus,
	kyc: Kyc,
	created_at: Moment
}).transform(({ id, name, role, parent_id, status, kyc, created_at }) => ({
	id,
	name,
	role,
	status,
	kyc,
	parentId: parent_id,
	createdAt: created_at
}));
// src/accounts/parent-rule.ts
/** These may stand under any account. */
const UNDER_ANY = /* @__PURE__ */ new Set(["developer", "customer"]);
/**
* Checks that an account may stand under another: a reseller under one of a higher role, so there are no circles
* (decisions.md section 10).
*
* @throws `ACCOUNT_PARENT_NOT_ALLOWED`
*/
function checkParent(role, parent) {
	if (UNDER_ANY.has(role)) return;
	const higher = ROLES.slice(0, ROLES.indexOf(role));
	if (higher.includes(parent.role)) return;
	const allowed = higher.length > 0 ? higher.join(", ") : "no parent";
	throw storeErrors.error("ACCOUNT_PARENT_NOT_ALLOWED", {
		role,
		parent: parent.role,
		allowed
	});
}
// src/outbox/append-event.ts
const Sequence = z.tuple([z.object({ event_sequence: Counted })]);
/** An event as a row of `outbox`. */
function outboxRow(event) {
	const { id, type, accountId, environment, sequence, data, at } = event;
	return {
		id,
		type,
		account_id: accountId,
		environment,
		sequence,
		data: JSON.stringify(data),
		at
	};
}
/**
* Writes an event with the wallet's next sequence. It locks the wallet, as every call does first: what follows in the
* same transaction is seen by calls whole or not at all.
*
* @param transaction The commit in which what it tells of is written.
*/
async function appendEvent(transaction, database, event) {
	const { accountId, environment } = event;
	const rows = await transaction(database.table("wallet")).where({
		account_id: accountId,
		environment
	}).increment("event_sequence", 1).returning("event_sequence");
	const [{ event_sequence: sequence }] = Sequence.parse(rows);
	await transaction(database.table("outbox")).insert(outboxRow({
		...event,
		sequence
	}));
}
// src/accounts/sandbox-grant.ts
const REFERENCE = "sandbox-grant";
const ACTOR = "system";
const environment = "sandbox";
/**
* The rows of a new account's sandbox credit: what billing decides for a first credit of an empty wallet. Its reference
* makes that it is granted once (decisions.md section 6).
*/
function sandboxGrantRows(grant) {
	const { accountId, id, amount, at } = grant;
	const event = {
		id: `${id}-event`,
		type: "wallet.credited",
		accountId,
		environment,
		sequence: 1,
		at
	};
	return {
		wallet: {
			posted: amount,
			version: 1,
			event_sequence: event.sequence
		},
		credit: {
			id,
			account_id: accountId,
			environment,
			reference: REFERENCE,
			amount,
			actor: ACTOR,
			at
		},
		entries: entriesOf(grant).map(entryRow),
		event: outboxRow({
			...event,
			data: {
				reference: REFERENCE,
				amount: amount / MICRO_RUPEES_PER_RUPEE
			}
		})
	};
}
function entriesOf({ accountId, id, amount, at }) {
	const shared = {
		transaction: id,
		kind: "credit",
		environment,
		requestId: REFERENCE,
		priceVersion: "",
		actor: ACTOR,
		at
	};
	return [{
		...shared,
		ledgerAccount: `wallet:${accountId}`,
		amount,
		previous: 0,
		balance: amount,
		version: 1
	}, {
		...shared,
		ledgerAccount: "funding",
		amount: micro(-amount),
		previous: null,
		balance: null,
		version: null
	}];
}
function entryRow(entry) {
	const { kind, environment, amount, previous, balance, version, actor, at } = entry;
	return {
		kind,
		environment,
		amount,
		previous,
		balance,
		version,
		actor,
		at,
		transaction_id: entry.transaction,
		ledger_account: entry.ledgerAccount,
		request_id: entry.requestId,
		price_version: entry.priceVersion
	};
}
// src/accounts/create-accounts.ts
/**
* Accounts on a database.
*
* @returns `create` throws `ACCOUNT_NOT_FOUND` and `ACCOUNT_PARENT_NOT_ALLOWED`; the others `ACCOUNT_NOT_FOUND`.
* @example
* const accounts = createAccounts({ database, clock, ids, sandboxCredit: inr('100') })
* const { id } = await accounts.create({ name: 'Acme', role: 'developer' })
*/
function createAccounts({ database, clock, ids, sandboxCredit }) {
	const table = database.table("account");
	async function change(id, columns) {
		const rows = await database.write((transaction) => transaction(table).where({ id }).update(columns).returning("*"));
		const [account] = z.array(AccountRow).parse(rows);
		if (!account) throw storeErrors.error("ACCOUNT_NOT_FOUND", { id });
		return account;
	}
	async function openWallets(transaction, accountId, at) {
		const grant = sandboxCredit > 0 ? sandboxGrantRows({
			accountId,
			id: ids.next(),
			amount: sandboxCredit,
			at
		}) : null;
		for (const environment of ENVIRONMENTS) {
			const granted = environment === "sandbox" ? grant?.wallet : {};
			await transaction(database.table("wallet")).insert({
				account_id: accountId,
				environment,
				...granted
			});
		}
		if (!grant) return;
		await transaction(database.table("credit")).insert(grant.credit);
		for (const entry of grant.entries) await transaction(database.table("ledger_entry")).insert(entry);
		await transaction(database.table("outbox")).insert(grant.event);
	}
	return {
		async create({ name, role, parentId = null }) {
			const createdAt = clock.now();
			const account = {
				id: ids.next(),
				name,
				role,
				parentId,
				status: "active",
				kyc: "pending",
				createdAt
			};
			await database.write(async (transaction) => {
				if (parentId !== null) checkParent(role, await requireAccount(transaction, database, parentId));
				await transaction(table).insert(rowOf(account));
				await openWallets(transaction, account.id, createdAt.getTime());
			});
			return account;
		},
		get: (id) => findAccount(database.knex, database, id),
		async list() {
			return z.array(AccountRow).parse(await database.knex(table).orderBy(["created_at", "id"]));
		},
		approveKyc: (id) => change(id, { kyc: "approved" }),
		setStatus: (id, status) => change(id, { status })
	};
}
const rowOf = ({ id, name, role, parentId, status, kyc, createdAt }) => ({
	id,
	name,
	role,
	status,
	kyc,
	parent_id: parentId,
	created_at: createdAt.getTime()
});
async function findAccount(knex, database, id) {
	const row = await knex(database.table("account")).where({ id }).first();
	return row === void 0 ? null : AccountRow.parse(row);
}
/**
* An account, as a transaction sees it.
*
* @throws `ACCOUNT_NOT_FOUND`
*/
async function requireAccount(knex, database, id) {
	const account = await findAccount(knex, database, id);
	if (!account) throw storeErrors.error("ACCOUNT_NOT_FOUND", { id });
	return account;
}
// src/billing/batch/batcher.ts
/**
* One lane: while a batch is in flight the next one forms, in the order of asking. A batch that fails is halved until the
* culprit stands alone, so that no operation fails for its neighbour.
*/
var Batcher = class {
	options;
	#queue = [];
	#running = null;
	constructor(options) {
		this.options = options;
	}
	/** Queues an operation. Resolves after the commit of its batch. */
	add(operation) {
		return new Promise((resolve, reject) => {
			this.#queue.push({
				operation,
				resolve,
				reject
			});
			this.#running ??= this.#drain();
		});
	}
	/** Resolves when nothing is queued nor in flight. */
	async idle() {
		while (this.#running) await this.#running;
	}
	async #drain() {
		await Promise.resolve();
		while (this.#queue.length > 0) {
			const batch = this.#queue.slice(0, this.options.maxSize);
			this.#queue = this.#queue.slice(this.options.maxSize);
			await this.#settle(batch);
		}
		this.#running = null;
	}
	async #settle(batch) {
		const operations = batch.map(({ operation }) => operation);
		const { run, turns } = this.options;
		try {
			const results = await (turns ? turns.take(() => run(operations)) : run(operations));
			for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
		} catch (error) {
			await this.#isolate(batch, error);
		}
	}
	async #isolate(batch, error) {
		const { failsAlike, refusal } = this.options;
		if (batch.length === 1 || failsAlike(error)) {
			for (const { operation, reject } of batch) reject(refusal(operation, error));
			return;
		}
		const half = Math.ceil(batch.length / 2);
		await this.#settle(batch.slice(0, half));
		await this.#settle(batch.slice(half));
	}
};
// src/billing/batch/call-columns.ts
/** The columns of a call, in the order in which a row stands in JSON, both ways. */
const CALL_COLUMNS = [
	["reference", "text"],
	["account_id", "text"],
	["environment", "text"],
	["key_id", "text"],
	["endpoint", "text"],
	["request_id", "text"],
	["claim", "text"],
	["fingerprint", "text"],
	["phase", "text"],
	["epoch", "number"],
	["owner", "text"],
	["price", "number"],
	["price_version", "text"],
	["legs", "text"],
	["charged", "number"],
	["refunded", "number"],
	["lease_until", "number"],
	["at", "number"],
	["settled_at", "number"],
	["status", "number"],
	["later", "text"],
	["operation", "text"],
	["provider", "text"]
];
const NO_LEGS = "[]";
/** A call from its row. */
function callFromRow(row) {
	const [reference, accountId, environment, keyId, endpoint, requestId, claim, fingerprint, phase, epoch, owner] = row;
	const [, , , , , , , , , , , price, priceVersion, legs, charged, refunded, leaseUntil, at, settledAt, status] = row;
	const [later, operation, provider] = [
		row[20],
		row[21],
		row[22]
	];
	return {
		reference,
		accountId,
		environment,
		keyId,
		endpoint,
		requestId,
		claim,
		fingerprint,
		phase,
		epoch,
		owner,
		price: micro(price),
		priceVersion,
		legs: legsFromText(legs),
		charged: micro(charged),
		refunded: micro(refunded),
		leaseUntil,
		at,
		settledAt,
		status,
		later,
		operation,
		provider
	};
}
/** A call as its row. */
function callToRow(call) {
	return [
		call.reference,
		call.accountId,
		call.environment,
		call.keyId,
		call.endpoint,
		call.requestId,
		call.claim,
		call.fingerprint,
		call.phase,
		call.epoch,
		call.owner,
		call.price,
		call.priceVersion,
		call.legs.length === 0 ? NO_LEGS : JSON.stringify(call.legs),
		call.charged,
		call.refunded,
		call.leaseUntil,
		call.at,
		call.settledAt,
		call.status,
		call.later,
		call.operation,
		call.provider
	];
}
const legsFromText = (text) => text === NO_LEGS ? [] : JSON.parse(text);
// src/billing/batch/batch-state.ts
const NO_CALLS = {
	inFlight: 0,
	scopes: {}
};
/** The state that a batch is decided on, from rows. */
function toBatchState(rows) {
	return {
		wallets: new Map(rows.wallets.map(walletEntry)),
		keys: new Map(rows.keys.map(keyEntry)),
		claims: new Map(rows.claims.map(claimEntry)),
		calls: new Map(rows.calls.map((row) => [row[0], callFromRow(row)])),
		credits: new Map(rows.credits.map(([accountId, environment, reference, amount]) => [creditKey({
			accountId,
			environment
		}, reference), micro(amount)])),
		records: new Map(rows.records.map(([accountId, environment, collection, id, version]) => [recordKey({
			accountId,
			environment
		}, {
			collection,
			id
		}), version]))
	};
}
/** Keys of calls that a new call may release, where they are not read yet: the same request id, first sent with another key. */
function keysStillMissing(rows) {
	const read = new Set(rows.keys.map(([id]) => id));
	const claimants = rows.claims.filter((row) => row[8] === "held").map((row) => row[3]);
	return [...new Set(claimants)].filter((id) => !read.has(id));
}
function walletEntry(row) {
	const [accountId, environment, posted, held, version, requestsDay, requestsToday, requestsTotal, eventSequence] = row;
	const counts = {
		requestsDay,
		requestsToday,
		requestsTotal,
		eventSequence
	};
	const wallet = {
		accountId,
		environment,
		posted: micro(posted),
		held: micro(held),
		version,
		...counts
	};
	return [walletKey(wallet), wallet];
}
function keyEntry([id, status, version, expiresAt, accountStatus, windows]) {
	return [id, {
		id,
		status,
		version,
		expiresAt,
		accountStatus,
		windows: windows ?? NO_CALLS
	}];
}
function claimEntry(row) {
	const call = callFromRow(row);
	return [claimKey(call, call.claim ?? ""), call];
}
// src/billing/batch/footprint.ts
/** What these operations touch, each once. */
function footprintOf(operations) {
	const collector = new Collector();
	for (const operation of operations) collector.add(operation);
	return collector.footprint();
}
var Collector = class {
	#wallets = /* @__PURE__ */ new Map();
	#keys = /* @__PURE__ */ new Set();
	#calls = /* @__PURE__ */ new Set();
	#claims = [];
	#credits = /* @__PURE__ */ new Map();
	#records = /* @__PURE__ */ new Map();
	add(operation) {
		const { accountId, environment } = operation;
		this.#wallets.set(walletKey(operation), [accountId, environment]);
		if ("keyId" in operation) this.#keys.add(operation.keyId);
		if ("reference" in operation && operation.kind !== "credit") this.#calls.add(operation.reference);
		if ("writes" in operation) this.#addStaged(operation, operation.writes);
		if (operation.kind === "admit" && operation.claim !== null) this.#claims.push([
			accountId,
			environment,
			operation.claim
		]);
		if (operation.kind === "credit") this.#credits.set(creditKey(operation, operation.reference), [
			accountId,
			environment,
			operation.reference
		]);
	}
	#addStaged(of, writes) {
		for (const { reference } of writes.refunds) this.#calls.add(reference);
		if (writes.later) this.#calls.add(writes.later.reference);
		for (const record of writes.records) this.#records.set(recordKey(of, record), [
			of.accountId,
			of.environment,
			record.collection,
			record.id
		]);
	}
	footprint() {
		return {
			wallets: [...this.#wallets].sort(([one], [other]) => one < other ? -1 : 1).map(([, wallet]) => wallet),
			keys: [...this.#keys],
			claims: this.#claims,
			calls: [...this.#calls],
			credits: [...this.#credits.values()],
			records: [...this.#records.values()]
		};
	}
};
// src/billing/batch/decide-batch.ts
/**
* Runs operations as one transaction: lock, read, decide, write (design.md, "The life of a call").
*
* @returns A result per operation, once it is committed.
*/
async function decideBatch(engine, decide, operations) {
	const footprint = footprintOf(operations);
	return await engine.run(footprint, async (transaction) => {
		const { results, changes } = decide(toBatchState(await readAll(transaction, footprint)), operations);
		await transaction.write(changes);
		return results;
	});
}
async function readAll(transaction, footprint) {
	const rows = await transaction.read(footprint);
	const missing = keysStillMissing(rows);
	if (missing.length === 0) return rows;
	const more = await transaction.read({
		wallets: [],
		keys: missing,
		claims: [],
		calls: [],
		credits: [],
		records: []
	});
	return {
		...rows,
		keys: [...rows.keys, ...more.keys]
	};
}
// src/billing/batch/retry.ts
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
/**
* Tries again what failed because the database was busy or away. Also after a commit whose acknowledgement was lost: `decide`
* recognises what it wrote.
*
* @throws `STORE_UNAVAILABLE` when the time is over; at once what is not worth another try.
*/
async function retry(attempt, options) {
	const { withinMs, isRetryable } = options;
	let over = null;
	for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
		try {
			return await attempt();
		} catch (error) {
			if (!isRetryable(error)) throw error;
			over ??= AbortSignal.timeout(withinMs);
			if (over.aborted) throw unavailable$1(error, withinMs);
		}
		await setTimeout$1(pauseMs);
	}
}
const unavailable$1 = (cause, withinMs) => storeErrors.error("STORE_UNAVAILABLE", {
	seconds: withinMs / 1e3,
	reason: errorCode(cause)
});
/** Whether the database was given up: such a batch is not halved, each part would wait as long again. */
const isUnavailable = (error) => isParakhError(error) && error.code === "STORE_UNAVAILABLE";
/** The code of an error of the database or the network; its message may hold values and is left out. */
function errorCode(error) {
	if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") return error.code;
	return error instanceof Error ? error.name : "unknown";
}
// src/billing/batch/create-batches.ts
/** How long a batch is tried again before its operations are told, in milliseconds. */
const RETRY_WITHIN_MS = 5e3;
/** Lanes of batches. An account's operations always go through the same lane. */
function createBatches({ engine, decide, maxSize, turns }) {
	const { isRetryable } = engine;
	const run = (operations) => retry(() => decideBatch(engine, decide, operations), {
		withinMs: RETRY_WITHIN_MS,
		isRetryable
	});
	const lane = () => new Batcher({
		maxSize,
		run,
		failsAlike: isUnavailable,
		refusal,
		turns
	});
	const lanes = Array.from({ length: engine.lanes }, lane);
	return {
		run(operation) {
			const chosen = lanes[laneOf(operation.accountId, lanes.length)];
			if (!chosen) throw new TypeError("there is no lane");
			return chosen.add(operation);
		},
		async idle() {
			await Promise.all(lanes.map((one) => one.idle()));
		}
	};
}
/** Any even spread will do: FNV-1a. */
function laneOf(accountId, lanes) {
	let hash = 2166136261;
	for (let index = 0; index < accountId.length; index++) hash = Math.imul(hash ^ accountId.charCodeAt(index), 16777619);
	return (hash >>> 0) % lanes;
}
/** The database's message may hold values, so it stays out; its code says enough. */
const refusal = ({ kind }, cause) => isUnavailable(cause) ? cause : storeErrors.error("OPERATION_REFUSED", {
	kind,
	reason: errorCode(cause)
});
// src/billing/lock-wallets.ts
/**
* Locks wallets in their order, as a batch does, so that calls beneath them can be changed outside a batch. On SQLite the
* transaction holds the one write lock already.
*/
async function lockWallets(transaction, { dialect, table }, wallets) {
	if (dialect === "sqlite3" || wallets.length === 0) return;
	await transaction(table("wallet")).select(transaction.raw("1")).whereIn(["account_id", "environment"], wallets.map((wallet) => [...wallet])).orderBy(["account_id", "environment"]).forNoKeyUpdate();
}
// src/billing/stored-calls.ts
const NUMBERS = new Set(CALL_COLUMNS.filter(([, type]) => type === "number").map(([name]) => name));
/** A call's columns, for a query. */
const callColumns = (alias) => CALL_COLUMNS.map(([name]) => `${alias}.${name}`);
/** A call from a row with named columns. */
function callFromColumns(columns) {
	return callFromRow(CALL_COLUMNS.map(([name]) => {
		const value = columns[name] ?? null;
		return value !== null && NUMBERS.has(name) ? Number(value) : value;
	}));
}
/** Reads calls, and opens what is stored of them. */
function createStoredCalls(database, vault) {
	const { knex, table } = database;
	const open = async (accountId, sealed) => sealed instanceof Uint8Array ? await vault.open(accountId, sealed) : null;
	const query = (by) => {
		const from = knex({ c: table("call") });
		if ("reference" in by) return from.where("c.reference", by.reference);
		return from.where({
			"c.account_id": by.accountId,
			"c.environment": by.environment,
			"c.claim": by.claim
		});
	};
	return {
		async find(by) {
			const row = await query(by).leftJoin({ r: table("response") }, "r.call_id", "c.id").leftJoin({ i: table("call_input") }, "i.call_id", "c.id").first(...callColumns("c"), "r.body as response", "i.input as input");
			if (!row) return null;
			const call = callFromColumns(row);
			const [response, input] = [await open(call.accountId, row["response"]), await open(call.accountId, row["input"])];
			return {
				call,
				response,
				input: input?.toString("utf8") ?? null
			};
		},
		async phase(reference) {
			return (await knex(table("call")).where({ reference }).first("phase"))?.phase ?? null;
		},
		async response(accountId, reference) {
			const row = await knex({ c: table("call") }).join({ r: table("response") }, "r.call_id", "c.id").where("c.reference", reference).first("r.body as body");
			return await open(accountId, row?.body);
		}
	};
}
// src/billing/open-calls.ts
const PAGE$4 = 500;
/** Looks after open holds (reliability.md section 2). */
function createOpenCalls({ database, batches, onReleased }) {
	const { knex, table } = database;
	const page = async ({ phase, after, at, limit }) => {
		const query = knex({ c: table("call") }).where("c.phase", phase).where("c.id", ">", after).orderBy("c.id").limit(limit);
		query.whereRaw(`c.phase in ('held', 'dispatched')`);
		if (at !== null) query.where("c.lease_until", "<=", at);
		return (await query.select("c.id as id", ...callColumns("c"))).map((row) => ({
			id: Number(row["id"]),
			call: callFromColumns(row)
		}));
	};
	const expire = async (call, at, force) => {
		const { accountId, environment, reference, keyId, epoch } = call;
		const released = (await batches.run({
			kind: "expire",
			accountId,
			environment,
			reference,
			keyId,
			epoch,
			at,
			force
		})).kind === "done";
		if (released) onReleased(reference);
		return released;
	};
	return {
		async sweep(at, { goneOwner } = {}) {
			let released = 0;
			for (let after = 0;;) {
				const found = await page({
					phase: "held",
					after,
					at: goneOwner ? null : at,
					limit: PAGE$4
				});
				const gone = found.filter(({ call }) => !goneOwner || call.owner !== goneOwner.except);
				const results = await Promise.all(gone.map(({ call }) => expire(call, at, goneOwner !== void 0)));
				released += results.filter(Boolean).length;
				const last = found.at(-1);
				if (!last || found.length < PAGE$4) return released;
				after = last.id;
			}
		},
		async unresolved(at, limit) {
			return (await page({
				phase: "dispatched",
				after: 0,
				at,
				limit
			})).map(({ call }) => call);
		},
		takeOver: (reference, epoch, owner, leaseUntil) => database.write(async (transaction) => {
			const marked = {
				reference,
				epoch,
				phase: "dispatched"
			};
			const calls = transaction(table("call"));
			const call = await calls.clone().where(marked).first("account_id", "environment");
			if (!call) return null;
			await lockWallets(transaction, database, [[call.account_id, call.environment]]);
			return await calls.clone().where(marked).update({
				epoch: epoch + 1,
				owner,
				lease_until: leaseUntil
			}) === 1 ? epoch + 1 : null;
		})
	};
}
// src/billing/purge-calls.ts
const PAGE$3 = 200;
/**
* Drops stored responses and inputs of calls settled before a time, page by page in short transactions. The calls stay, as
* `purged`, and so do their request ids.
*
* @param before Milliseconds since 1970.
* @returns How many calls were purged.
*/
async function purgeCalls(database, before) {
	let purged = 0;
	for (let from = await oldestStored(database); from !== null;) {
		const page = await readPage(database, from, before);
		const last = page.at(-1);
		if (!last) break;
		const old = page.filter(({ due }) => due);
		if (old.length > 0) purged += await database.write((transaction) => purgePage(transaction, database, old));
		from = last.id + 1;
	}
	return purged;
}
/** Nothing is stored of older calls, so none of the hundreds of days behind it is read again. */
async function oldestStored({ knex, table }) {
	const known = (await Promise.all(["response", "call_input"].map(async (name) => {
		const row = await knex(table(name)).min({ id: "call_id" }).first();
		return typeof row?.id === "number" || typeof row?.id === "string" ? Number(row.id) : null;
	}))).filter((id) => id !== null);
	return known.length === 0 ? null : Math.min(...known);
}
/** Calls are numbered as they are let in, so the first page without one let in before the time is the end. */
async function readPage({ knex, table }, from, before) {
	const rows = await knex(table("call")).where("id", ">=", from).orderBy("id").limit(PAGE$3).select("id", "account_id", "environment", "phase", "at", "settled_at");
	if (rows.every(({ at }) => Number(at) >= before)) return [];
	return rows.map((row) => ({
		...row,
		id: Number(row.id),
		due: row.phase !== "purged" && row.settled_at !== null && Number(row.settled_at) < before
	}));
}
async function purgePage(transaction, { dialect, table }, old) {
	await lockWallets(transaction, {
		dialect,
		table
	}, old.map((call) => [call.account_id, call.environment]));
	const ids = old.map(({ id }) => id);
	await transaction(table("response")).whereIn("call_id", ids).delete();
	await transaction(table("call_input")).whereIn("call_id", ids).delete();
	return await transaction(table("call")).whereIn("id", ids).whereIn("phase", ["answered", "none"]).update({ phase: "purged" });
}
// src/records/lookup-hash.ts
/** Bound to the owner and the field: equal values of two accounts have hashes that tell nothing. */
const textOf = ({ accountId, environment, collection }, { name, value }) => JSON.stringify([
	accountId,
	environment,
	collection,
	name,
	value
]);
const columnOf = ({ keyId, hash }) => `${keyId}.${hash}`;
/** The hash to be kept for a field of a record. */
const lookupHash = (hashes, owner, key) => columnOf(hashes.make(textOf(owner, key)));
/** Every hash that may be kept for a field: one per pepper. */
const lookupHashes = (hashes, owner, key) => hashes.all(textOf(owner, key)).map(columnOf);
// src/billing/seal-operation.ts
/**
* Seals what an operation stores, before its batch begins: a body stays bytes, text becomes sealed hexadecimal text. `decide`
* passes all of it on untouched.
*/
async function sealOperation(operation, { vault, hashes }) {
	if (!storesSecrets(operation)) return operation;
	return sealWith(operation, await vault.sealer([operation.accountId]), hashes);
}
function storesSecrets(operation) {
	if (operation.kind === "dispatch") return true;
	if (operation.kind === "settle" && operation.response) return true;
	return "writes" in operation && !isPlain(operation.writes);
}
const isPlain = ({ records, jobs }) => records.length === 0 && jobs.length === 0;
function sealWith(operation, sealer, hashes) {
	const { accountId } = operation;
	const seal = (text) => sealer.seal(accountId, text).toString("hex");
	switch (operation.kind) {
		case "dispatch": return {
			...operation,
			input: seal(operation.input)
		};
		case "commit": return {
			...operation,
			writes: sealWrites(operation, seal, hashes)
		};
		case "settle": {
			const { response } = operation;
			const body = response && {
				...response,
				body: sealer.seal(accountId, response.body)
			};
			return {
				...operation,
				response: body,
				writes: sealWrites(operation, seal, hashes)
			};
		}
		default: return operation;
	}
}
function sealWrites(operation, seal, hashes) {
	const { accountId, environment, writes } = operation;
	if (isPlain(writes)) return writes;
	return {
		...writes,
		jobs: writes.jobs.map((job) => ({
			...job,
			payload: seal(job.payload)
		})),
		records: writes.records.map((record) => {
			const owner = {
				accountId,
				environment,
				collection: record.collection
			};
			const keys = record.keys.map((key) => ({
				name: key.name,
				value: lookupHash(hashes, owner, key)
			}));
			return {
				...record,
				value: seal(record.value),
				keys
			};
		})
	};
}
// src/billing/settled-calls.ts
const FIRST_POLL_MS = 50;
const LONGEST_POLL_MS = 250;
/**
* Waits for calls: at once for those of this process, by polling for those of others.
*
* @param phaseOf Reads where a call stands; null when there is none.
*/
function createSettledCalls(phaseOf) {
	const waiting = /* @__PURE__ */ new Map();
	const isOver = async (reference) => {
		const phase = await phaseOf(reference);
		return phase !== "held" && phase !== "dispatched";
	};
	const announce = (reference) => {
		for (const controller of waiting.get(reference) ?? []) controller.abort();
	};
	return {
		announce,
		async wait(reference, timeoutMs) {
			const told = new AbortController();
			const others = waiting.get(reference) ?? /* @__PURE__ */ new Set();
			waiting.set(reference, others.add(told));
			const over = AbortSignal.any([told.signal, AbortSignal.timeout(timeoutMs)]);
			try {
				for (let pollMs = FIRST_POLL_MS; !over.aborted && !await isOver(reference);) {
					await setTimeout$1(pollMs, void 0, { signal: over }).catch(() => void 0);
					pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS);
				}
			} finally {
				others.delete(told);
				if (others.size === 0) waiting.delete(reference);
			}
		},
		close() {
			for (const reference of waiting.keys()) announce(reference);
		}
	};
}
// src/billing/create-billing.ts
/**
* Billing on a database: each method is one operation of a batched transaction.
*
* @returns `close` ends every wait.
* @example
* const billing = createBilling({ database, batches, sealing })
* const admission = await billing.admit(operation)
*/
function createBilling({ database, batches, sealing }) {
	const calls = createStoredCalls(database, sealing.vault);
	const settled = createSettledCalls((reference) => calls.phase(reference));
	const open = createOpenCalls({
		database,
		batches,
		onReleased: (reference) => settled.announce(reference)
	});
	const run = async (operation) => await batches.run(await sealOperation(operation, sealing));
	const runSettling = async (operation) => asSettled(await run(operation));
	return {
		admit: async (operation) => withBody(asAdmitted(await batches.run({
			...operation,
			kind: "admit"
		})), operation, calls),
		async settle(operation) {
			const result = await runSettling({
				...operation,
				kind: "settle"
			});
			settled.announce(operation.reference);
			return result;
		},
		dispatch: (operation) => runSettling({
			...operation,
			kind: "dispatch"
		}),
		commit: (operation) => runSettling({
			...operation,
			kind: "commit"
		}),
		async log(operation) {
			await batches.run({
				...operation,
				kind: "log"
			});
		},
		waitFor: (reference, timeoutMs) => settled.wait(reference, timeoutMs),
		async find(wallet, by) {
			if ("claim" in by) return await calls.find({
				...wallet,
				...by
			});
			const found = await calls.find(by);
			return found?.call.accountId === wallet.accountId && found.call.environment === wallet.environment ? found : null;
		},
		findByReference: (reference) => calls.find({ reference }),
		...open,
		purge: (before) => purgeCalls(database, before),
		idle: () => batches.idle(),
		close: () => settled.close()
	};
}
/** A replay brings the stored bytes, read after the commit. Purged in that moment, its request id has expired. */
async function withBody(result, { accountId }, calls) {
	if (result.kind !== "replay") return result;
	const body = await calls.response(accountId, result.reference);
	return body ? {
		...result,
		body
	} : {
		kind: "refused",
		code: "REQUEST_ID_EXPIRED",
		rate: result.rate
	};
}
function asAdmitted(result) {
	switch (result.kind) {
		case "admitted":
		case "replay":
		case "running":
		case "refused": return result;
		default: throw new TypeError(`an admit was decided as ${result.kind}`);
	}
}
function asSettled(result) {
	switch (result.kind) {
		case "done":
		case "lost":
		case "conflict": return result;
		default: throw new TypeError(`a settle was decided as ${result.kind}`);
	}
}
// src/billing/batch/packed-changes.ts
/** Tables that a batch adds rows to, with their columns in the order of the packed rows. */
const ADDED = {
	call: CALL_COLUMNS,
	ledger_entry: columns("transaction_id kind ledger_account environment amount# previous# balance# version# actor request_id price_version at#"),
	usage: columns("account_id environment key_id reference request_id endpoint status# outcome code latency_ms# charged# ip at#"),
	consent: columns("account_id environment reference subject purpose notice artefact ip at#"),
	credit: columns("id account_id environment reference amount# actor at#"),
	outbox: columns("id type account_id environment sequence# data at#"),
	job: columns("id name payload! account_id environment run_at# attempts# created_at#"),
	record: columns("collection account_id environment id state version# value! keep_until# created_at# updated_at#"),
	record_key: columns("account_id environment collection name hash record_id")
};
/** Columns of a wallet that a batch changes, after the two that name it. */
const WALLET_COLUMNS = columns("account_id environment posted# held# version# requests_day requests_today# requests_total# event_sequence#");
/** Columns of a call that change, after the reference; `claim` only ever becomes null and is told apart. */
const CHANGED_CALL_COLUMNS = columns("reference phase epoch# owner charged# refunded# lease_until# settled_at# status# later operation provider");
/** `name` is text, `name#` a number, `name!` sealed. */
function columns(text) {
	return text.split(" ").map((word) => {
		if (word.endsWith("#")) return [word.slice(0, -1), "number"];
		if (word.endsWith("!")) return [word.slice(0, -1), "sealed"];
		return [word, "text"];
	});
}
/** Packs what almost every batch writes; null when there is nothing. */
function packChanges(changes) {
	const { wallets, windows, callsAdded, callsChanged, responses, entries, usage, consents } = changes;
	if ([
		wallets,
		windows,
		callsAdded,
		callsChanged,
		responses,
		entries,
		usage,
		consents
	].every(isEmpty)) return null;
	return {
		wallets: pack(wallets, (wallet) => [...[
			wallet.accountId,
			wallet.environment,
			wallet.posted,
			wallet.held,
			wallet.version
		], ...[
			wallet.requestsDay,
			wallet.requestsToday,
			wallet.requestsTotal,
			wallet.eventSequence
		]]),
		windows: pack(windows, (key) => [key.keyId, JSON.stringify(key.windows)]),
		callsAdded: pack(callsAdded, callToRow),
		callsChanged: pack(callsChanged, changedCallToRow),
		callsFreed: JSON.stringify(callsChanged.filter(({ claim }) => claim === null).map(({ reference }) => reference)),
		responses,
		entries: pack(entries, (entry) => [...[
			entry.transaction,
			entry.kind,
			entry.ledgerAccount,
			entry.environment,
			entry.amount,
			entry.previous
		], ...[
			entry.balance,
			entry.version,
			entry.actor,
			entry.requestId,
			entry.priceVersion,
			entry.at
		]]),
		usage: pack(usage, (row) => [...[
			row.accountId,
			row.environment,
			row.keyId,
			row.reference,
			row.requestId,
			row.endpoint,
			row.status
		], ...[
			row.outcome,
			row.code,
			row.latencyMs,
			row.charged,
			row.ip,
			row.at
		]]),
		consents: pack(consents, (row) => [...[
			row.accountId,
			row.environment,
			row.reference,
			row.subject,
			row.purpose,
			row.notice,
			row.artefact
		], ...[row.ip, row.at]])
	};
}
/** Packs what few batches write; null when there is nothing. */
function packExtras(changes) {
	const { inputs, credits, events, jobs } = changes;
	if ([
		inputs,
		credits,
		events,
		jobs,
		changes.records
	].every(isEmpty)) return null;
	const records = newestOfEach(changes.records);
	return {
		inputs: pack(inputs, ({ reference, input }) => [reference, input]),
		credits: pack(credits, (row) => [...[
			row.id,
			row.accountId,
			row.environment,
			row.reference,
			row.amount,
			row.actor,
			row.at
		]]),
		events: pack(events, (row) => [...[
			row.id,
			row.type,
			row.accountId,
			row.environment,
			row.sequence,
			JSON.stringify(row.data),
			row.at
		]]),
		jobs: pack(jobs, (row) => [...[
			row.id,
			row.name,
			row.payload,
			row.accountId,
			row.environment,
			row.runAt,
			row.attempts,
			row.at
		]]),
		records: pack(records, (row) => [...[
			row.collection,
			row.accountId,
			row.environment,
			row.id,
			row.state,
			(row.expected ?? 0) + 1,
			row.value
		], ...[
			row.keepUntil,
			row.at,
			row.at
		]]),
		recordKeys: JSON.stringify(records.flatMap(keyRows))
	};
}
const isEmpty = (rows) => rows.length === 0;
const pack = (rows, toRow) => rows.length === 0 ? "[]" : JSON.stringify(rows.map(toRow));
const changedCallToRow = (call) => [...[
	call.reference,
	call.phase,
	call.epoch,
	call.owner,
	call.charged,
	call.refunded,
	call.leaseUntil
], ...[
	call.settledAt,
	call.status,
	call.later,
	call.operation,
	call.provider
]];
/** One upsert may not meet a row twice. */
function newestOfEach(records) {
	return [...new Map(records.map((record) => [recordKey(record, record), record])).values()];
}
const keyRows = (record) => record.keys.map(({ name, value }) => [...[
	record.accountId,
	record.environment,
	record.collection,
	name,
	value,
	record.id
]]);
// src/billing/postgres/retryable.ts
/** SQLSTATE classes: connection, insufficient resources, operator intervention. */
const CLASSES = [
	"08",
	"53",
	"57P"
];
/** Serialization failure, deadlock, lock not available, and a server that is starting or read-only for now. */
const STATES = /* @__PURE__ */ new Set([
	"40001",
	"40P01",
	"55P03",
	"25006",
	"57014"
]);
const NETWORK = /* @__PURE__ */ new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"EPIPE",
	"ETIMEDOUT",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH"
]);
const MESSAGES = /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout)/i;
/** Whether PostgreSQL, or the way to it, was in trouble rather than the statement. */
function isRetryablePostgres(error) {
	const code = errorCode(error);
	if (STATES.has(code) || NETWORK.has(code) || code === "KnexTimeoutError") return true;
	if (code.length === 5 && CLASSES.some((start) => code.startsWith(start))) return true;
	return error instanceof Error && MESSAGES.test(error.message);
}
// src/billing/postgres/sql.ts
const rows = (parameter) => `jsonb_array_elements($${parameter}::jsonb) j`;
const texts = (parameter) => `jsonb_array_elements_text($${parameter}::jsonb)`;
const callJson$1 = `json_build_array(${CALL_COLUMNS.map(([name]) => `c.${name}`).join(", ")})`;
/** Locks the wallets of a batch, in their order. `for no key update` lets entries of others refer to them. */
const lockSql = ({ table }) => `select 1 from ${table("wallet")} w where (w.account_id, w.environment) in (select j->>0, j->>1 from ${rows(1)})
    order by w.account_id, w.environment for no key update`;
/** Reads the whole state of a batch as one JSON. Parameters: the lists of a footprint, as JSON. */
function readSql({ table }) {
	const list = (json, from) => `(select coalesce(json_agg(${json}), '[]'::json) from ${from})`;
	const ofWallet = (alias) => `${alias}.account_id = j->>0 and ${alias}.environment = j->>1`;
	return `select json_build_object(
    'wallets', ${list(`json_build_array(w.account_id, w.environment, w.posted, w.held, w.version, w.requests_day, w.requests_today,
        w.requests_total, w.event_sequence)`, `${rows(1)} join ${table("wallet")} w on ${ofWallet("w")}`)},
    'keys', ${list("json_build_array(k.id, k.status, k.version, k.expires_at, a.status, i.windows::json)", `${table("api_key")} k join ${table("account")} a on a.id = k.account_id
        left join ${table("key_window")} i on i.key_id = k.id where k.id in (select ${texts(2)})`)},
    'claims', ${list(callJson$1, `${rows(3)} join ${table("call")} c on ${ofWallet("c")} and c.claim = j->>2`)},
    'calls', ${list(callJson$1, `${table("call")} c where c.reference in (select ${texts(4)})`)},
    'credits', ${list("json_build_array(p.account_id, p.environment, p.reference, p.amount)", `${rows(5)} join ${table("credit")} p on ${ofWallet("p")} and p.reference = j->>2`)},
    'records', ${list("json_build_array(r.account_id, r.environment, r.collection, r.id, r.version)", `${rows(6)} join ${table("record")} r on ${ofWallet("r")} and r.collection = j->>2 and r.id = j->>3`)}
  ) as state`;
}
const read$1 = ([, type], index) => {
	if (type === "sealed") return `decode(j->>${index}, 'hex')`;
	return type === "number" ? `(j->>${index})::bigint` : `j->>${index}`;
};
function add$1({ table }, name, parameter) {
	const columns = ADDED[name];
	return `insert into ${table(name)} (${columns.map(([column]) => column).join(", ")})
    select ${columns.map(read$1).join(", ")} from ${rows(parameter)}`;
}
const assignments$1 = (columns, from) => columns.slice(from).map((column, index) => `${column[0]} = ${read$1(column, index + from)}`).join(", ");
/**
* Writes what almost every batch has, in one statement. Parameters: wallets, windows, calls added, calls changed, references
* freed, entries, usage, consents, references of the responses and their bodies. Calls are added after a changed call has
* given its request id up; responses find calls added in this statement and before it.
*/
const changesSql = (named) => {
	const { table } = named;
	const changed = CHANGED_CALL_COLUMNS.map(([name]) => name);
	return `with changed as (
      update ${table("call")} c set ${assignments$1(CHANGED_CALL_COLUMNS, 1)},
        claim = case when c.reference in (select ${texts(5)}) then null else c.claim end
      from ${rows(4)} where c.reference = j->>${changed.indexOf("reference")} returning c.id, c.reference),
    added as (${add$1(named, "call", 3)} where (select count(*) from changed) >= 0 returning id, reference),
    known as (select id, reference from changed union all select id, reference from added),
    answered as (insert into ${table("response")} (call_id, body)
      select known.id, r.body from unnest($9::text[], $10::bytea[]) r(reference, body) join known using (reference)),
    wallets as (update ${table("wallet")} w set ${assignments$1(WALLET_COLUMNS, 2)} from ${rows(1)}
      where w.account_id = j->>0 and w.environment = j->>1),
    windows as (insert into ${table("key_window")} (key_id, windows) select j->>0, j->>1 from ${rows(2)}
      on conflict (key_id) do update set windows = excluded.windows),
    entries as (${add$1(named, "ledger_entry", 6)}),
    logged as (${add$1(named, "usage", 7)})
    ${add$1(named, "consent", 8)}`;
};
/** Writes what few batches have. Parameters: inputs, credits, events, jobs, records, keys of records. */
const extrasSql = (named) => {
	const { table } = named;
	return `with inputs as (insert into ${table("call_input")} (call_id, input)
      select c.id, decode(j->>1, 'hex') from ${rows(1)} join ${table("call")} c on c.reference = j->>0),
    credits as (${add$1(named, "credit", 2)}),
    events as (${add$1(named, "outbox", 3)}),
    jobs as (${add$1(named, "job", 4)}),
    records as (${add$1(named, "record", 5)} on conflict (account_id, environment, collection, id) do update set
      state = excluded.state, version = excluded.version, value = excluded.value,
      keep_until = excluded.keep_until, updated_at = excluded.updated_at),
    dropped as (delete from ${table("record_key")} k using ${rows(5)}
      where k.account_id = j->>1 and k.environment = j->>2 and k.collection = j->>0 and k.record_id = j->>3
        and not exists (select 1 from jsonb_array_elements($6::jsonb) n
          where n->>0 = k.account_id and n->>1 = k.environment and n->>2 = k.collection and n->>3 = k.name
            and n->>4 = k.hash and n->>5 = k.record_id))
    ${add$1(named, "record_key", 6)} on conflict do nothing`;
};
// src/billing/postgres/postgres-engine.ts
/**
* A straggler goes back to its queue rather than wait longer for another lane's wallet. Plans are kept for the life of a
* connection: one made while the tables were small must be right when they are large, so every list is looked up by index.
*/
const BEGIN = `begin; set local lock_timeout = '2s'; set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`;
/**
* Batches on PostgreSQL: on a connection of knex's pool, by statements that each connection prepares once; five round trips a
* batch (begin, lock, read, write, commit), six with events, jobs, credits or records.
*
* @param lanes Batches side by side: 2 unless the server is far away.
*/
function openPostgresEngine(database, lanes) {
	const named = (name, text) => ({
		name: database.table(`batch_${name}`),
		text
	});
	const statements = {
		lock: named("lock", lockSql(database)),
		read: named("read", readSql(database)),
		changes: named("changes", changesSql(database)),
		extras: named("extras", extrasSql(database))
	};
	return {
		lanes,
		run: (footprint, work) => withClient(database.knex, (client) => runOn(client, statements, {
			footprint,
			work
		})),
		isRetryable: isRetryablePostgres,
		close: async () => void 0
	};
}
async function withClient(knex, work) {
	const client = await knex.client.acquireConnection();
	try {
		return await work(client);
	} finally {
		await knex.client.releaseConnection(client);
	}
}
async function runOn(client, statements, { footprint, work }) {
	try {
		await client.query(BEGIN);
		await client.query({
			...statements.lock,
			values: [JSON.stringify(footprint.wallets)]
		});
		const result = await work(transactionOn(client, statements));
		await client.query("commit");
		return result;
	} catch (error) {
		await client.query("rollback").catch((broken) => {
			client.__knex__disposed = broken;
		});
		throw error;
	}
}
const transactionOn = (client, statements) => ({
	async read({ wallets, keys, claims, calls, credits, records }) {
		const values = [
			wallets,
			keys,
			claims,
			calls,
			credits,
			records
		].map((list) => JSON.stringify(list));
		const { rows } = await client.query({
			...statements.read,
			values
		});
		const [row] = rows;
		if (!row) throw new TypeError("the read of a batch gave no row");
		return row.state;
	},
	async write(changes) {
		const packed = packChanges(changes);
		if (packed) {
			const { wallets, windows, callsAdded, callsChanged, callsFreed, responses, entries, usage, consents } = packed;
			const bodies = [responses.map(({ reference }) => reference), responses.map(({ body }) => body)];
			const lists = [
				wallets,
				windows,
				callsAdded,
				callsChanged,
				callsFreed,
				entries,
				usage,
				consents
			];
			await client.query({
				...statements.changes,
				values: [...lists, ...bodies]
			});
		}
		const extras = packExtras(changes);
		if (!extras) return;
		const { inputs, credits, events, jobs, records, recordKeys } = extras;
		await client.query({
			...statements.extras,
			values: [
				inputs,
				credits,
				events,
				jobs,
				records,
				recordKeys
			]
		});
	}
});
/** What every connection to a SQLite file sets (reliability.md section 0, rule 8). */
const SQLITE_PRAGMAS = `pragma busy_timeout=5000;pragma journal_mode=wal;pragma synchronous=full;pragma temp_store=memory;`;
/** One connection to a SQLite file, apart from knex: no statement is prepared twice. */
var SqliteConnection = class SqliteConnection {
	#database;
	#statements = [];
	constructor(database) {
		this.#database = database;
	}
	/** Opens a file and sets the pragmas. */
	static async open(filename) {
		const database = await new Promise((resolve, reject) => {
			const opening = new sqlite3.Database(filename, (error) => error ? reject(error) : resolve(opening));
		});
		const connection = new SqliteConnection(database);
		await connection.exec(SQLITE_PRAGMAS);
		return connection;
	}
	exec(sql) {
		return new Promise((resolve, reject) => this.#database.exec(sql, (error) => error ? reject(error) : resolve()));
	}
	async prepare(sql) {
		const statement = await new Promise((resolve, reject) => {
			const preparing = this.#database.prepare(sql, (error) => error ? reject(error) : resolve(preparing));
		});
		this.#statements.push(statement);
		return { all: (values = []) => new Promise((resolve, reject) => statement.all(values, (error, rows) => error ? reject(error) : resolve(rows))) };
	}
	async close() {
		await Promise.all(this.#statements.map((statement) => new Promise((resolve) => statement.finalize(() => resolve()))));
		await new Promise((resolve, reject) => this.#database.close((error) => error ? reject(error) : resolve()));
	}
};
// src/billing/sqlite/read-sql.ts
const field = (index) => `j.value->>${index}`;
const callJson = `json_array(${CALL_COLUMNS.map(([name]) => `c.${name}`).join(", ")})`;
/**
* One statement that reads the whole state of a batch as one JSON text: one hop between threads. Its parameters are the lists
* of a footprint as JSON: wallets, keys, claims, calls, credits, records. `cross join` keeps the lists outermost.
*/
function sqliteReadSql({ table }) {
	const list = (parameter) => `jsonb_each(?${parameter}) j`;
	const rows = (json, from) => `(select json_group_array(${json}) from ${from})`;
	const ofWallet = (alias) => `${alias}.account_id = ${field(0)} and ${alias}.environment = ${field(1)}`;
	return `select json_object(
    'wallets', ${rows(`json_array(w.account_id, w.environment, w.posted, w.held, w.version, w.requests_day, w.requests_today,
        w.requests_total, w.event_sequence)`, `${list(1)} cross join ${table("wallet")} w on ${ofWallet("w")}`)},
    'keys', ${rows(`json_array(k.id, k.status, k.version, k.expires_at, a.status, json(i.windows))`, `${list(2)} cross join ${table("api_key")} k on k.id = j.value
        cross join ${table("account")} a on a.id = k.account_id
        left join ${table("key_window")} i on i.key_id = k.id`)},
    'claims', ${rows(callJson, `${list(3)} cross join ${table("call")} c on ${ofWallet("c")} and c.claim = ${field(2)}`)},
    'calls', ${rows(callJson, `${list(4)} cross join ${table("call")} c on c.reference = j.value`)},
    'credits', ${rows("json_array(p.account_id, p.environment, p.reference, p.amount)", `${list(5)} cross join ${table("credit")} p on ${ofWallet("p")} and p.reference = ${field(2)}`)},
    'records', ${rows("json_array(r.account_id, r.environment, r.collection, r.id, r.version)", `${list(6)} cross join ${table("record")} r
        on ${ofWallet("r")} and r.collection = ${field(2)} and r.id = ${field(3)}`)}
  ) as state`;
}
// src/billing/sqlite/write-sql.ts
/** What a batch writes, as columns of a temporary view: one insert into it is one statement, and all or nothing. */
const CHANGES = [
	"wallets",
	"windows",
	"added",
	"changed",
	"freed",
	"responses",
	"bodies",
	"entries",
	"usage",
	"consents"
];
const EXTRAS = [
	"inputs",
	"credits",
	"events",
	"jobs",
	"records",
	"record_keys"
];
/** The insert that writes what almost every batch has. */
const INSERT_CHANGES = insertInto("batch_changes", CHANGES);
/** The insert that writes what few batches have. */
const INSERT_EXTRAS = insertInto("batch_extras", EXTRAS);
function insertInto(view, names) {
	return `insert into ${view} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
}
/**
* The temporary views, with triggers that write set by set from JSON. So a whole batch is one prepared statement, in one hop
* between threads. Bodies come as one blob, cut by offset and length. `jsonb_each` (SQLite 3.51) parses a list once, where
* `json_each` parses a row again for each column: a third of the time.
*/
function sqliteWriteSchema(named) {
	return [
		view("batch_changes", CHANGES),
		trigger("batch_changes", [
			changeCalls(named),
			freeCalls(named),
			addRows(named, "call", "new.added"),
			addResponses(named),
			changeWallets(named),
			setWindows(named),
			addRows(named, "ledger_entry", "new.entries"),
			addRows(named, "usage", "new.usage"),
			addRows(named, "consent", "new.consents")
		]),
		view("batch_extras", EXTRAS),
		trigger("batch_extras", [
			addInputs(named),
			addRows(named, "credit", "new.credits"),
			addRows(named, "outbox", "new.events"),
			addRows(named, "job", "new.jobs"),
			setRecords(named),
			dropRecordKeys(named),
			`${addRows(named, "record_key", "new.record_keys")} where true on conflict do nothing`
		])
	].join(";\n");
}
const view = (name, columns) => `create temp view ${name} as select ${columns.map((column) => `null as ${column}`).join(", ")}`;
const trigger = (view, statements) => `create temp trigger ${view}_write instead of insert on ${view} begin\n${statements.join(";\n")};\nend`;
const read = ([, type], index) => type === "sealed" ? `unhex(value->>${index})` : `value->>${index}`;
function addRows({ table }, name, from) {
	const columns = ADDED[name];
	return `insert into ${table(name)} (${columns.map(([column]) => column).join(", ")})
    select ${columns.map(read).join(", ")} from jsonb_each(${from})`;
}
const assignments = (columns, from) => columns.slice(from).map((column, index) => `${column[0]} = ${read(column, index + from)}`).join(", ");
const changeCalls = ({ table }) => `update ${table("call")} set ${assignments(CHANGED_CALL_COLUMNS, 1)}
    from jsonb_each(new.changed) where ${table("call")}.reference = value->>0`;
/** Apart from the other columns, because naming `claim` would rewrite its index for every call. */
const freeCalls = ({ table }) => `update ${table("call")} set claim = null from jsonb_each(new.freed) where ${table("call")}.reference = value`;
const changeWallets = ({ table }) => `update ${table("wallet")} set ${assignments(WALLET_COLUMNS, 2)} from jsonb_each(new.wallets)
    where ${table("wallet")}.account_id = value->>0 and ${table("wallet")}.environment = value->>1`;
const setWindows = ({ table }) => `insert into ${table("key_window")} (key_id, windows) select value->>0, value->>1 from jsonb_each(new.windows) where true
    on conflict (key_id) do update set windows = excluded.windows`;
const addResponses = ({ table }) => `insert into ${table("response")} (call_id, body)
    select c.id, substr(new.bodies, value->>1, value->>2)
    from jsonb_each(new.responses) cross join ${table("call")} c on c.reference = value->>0`;
const addInputs = ({ table }) => `insert into ${table("call_input")} (call_id, input)
    select c.id, unhex(value->>1) from jsonb_each(new.inputs) cross join ${table("call")} c on c.reference = value->>0`;
const setRecords = (named) => `${addRows(named, "record", "new.records")} where true
    on conflict (account_id, environment, collection, id) do update set
      state = excluded.state, version = excluded.version, value = excluded.value,
      keep_until = excluded.keep_until, updated_at = excluded.updated_at`;
/** Keys of the records that are written; those that stay are added again. */
const dropRecordKeys = ({ table }) => `delete from ${table("record_key")} where (account_id, environment, collection, record_id) in
    (select value->>1, value->>2, value->>0, value->>3 from jsonb_each(new.records))`;
// src/billing/sqlite/sqlite-engine.ts
/** Busy, or something outside that may be mended: a full disk, a file that cannot be reached for now. */
const RETRYABLE = /* @__PURE__ */ new Set([
	"SQLITE_BUSY",
	"SQLITE_LOCKED",
	"SQLITE_FULL",
	"SQLITE_IOERR",
	"SQLITE_CANTOPEN",
	"SQLITE_NOMEM"
]);
/**
* Batches on SQLite: a connection of their own with statements that stay prepared, four hops a batch (begin, read, write,
* commit), five with events, jobs, credits or records. `begin immediate` is the lock.
*
* @param database Migrated.
*/
async function openSqliteEngine(database) {
	const connection = await SqliteConnection.open(database.filename);
	await connection.exec(sqliteWriteSchema(database));
	const statements = await prepareAll(connection, sqliteReadSql(database));
	const transaction = transactionOf(statements);
	return {
		lanes: 1,
		async run(_, work) {
			await statements.begin.all();
			try {
				const result = await work(transaction);
				await statements.commit.all();
				return result;
			} catch (error) {
				await statements.rollback.all().catch(() => void 0);
				throw error;
			}
		},
		isRetryable: isRetryableSqlite,
		close: () => connection.close()
	};
}
/** Whether the database was busy or away rather than the statement wrong. */
const isRetryableSqlite = (error) => RETRYABLE.has(errorCode(error));
async function prepareAll(connection, readSql) {
	return {
		begin: await connection.prepare("begin immediate"),
		read: await connection.prepare(readSql),
		changes: await connection.prepare(INSERT_CHANGES),
		extras: await connection.prepare(INSERT_EXTRAS),
		commit: await connection.prepare("commit"),
		rollback: await connection.prepare("rollback")
	};
}
const transactionOf = (statements) => ({
	async read({ wallets, keys, claims, calls, credits, records }) {
		const lists = [
			wallets,
			keys,
			claims,
			calls,
			credits,
			records
		].map((list) => JSON.stringify(list));
		const [row] = await statements.read.all(lists);
		if (!row) throw new TypeError("the read of a batch gave no row");
		return JSON.parse(row.state);
	},
	async write(changes) {
		const packed = packChanges(changes);
		if (packed) await statements.changes.all(bindChanges(packed));
		const extras = packExtras(changes);
		if (!extras) return;
		const { inputs, credits, events, jobs, records, recordKeys } = extras;
		await statements.extras.all([
			inputs,
			credits,
			events,
			jobs,
			records,
			recordKeys
		]);
	}
});
function bindChanges(packed) {
	const { wallets, windows, callsAdded, callsChanged, callsFreed, responses, entries, usage, consents } = packed;
	let offset = 1;
	const cuts = responses.map(({ reference, body }) => {
		const cut = [
			reference,
			offset,
			body.length
		];
		offset += body.length;
		return cut;
	});
	const bodies = Buffer.concat(responses.map(({ body }) => body));
	return [
		wallets,
		windows,
		callsAdded,
		callsChanged,
		callsFreed,
		JSON.stringify(cuts),
		bodies,
		entries,
		usage,
		consents
	];
}
// src/billing/open-engine.ts
/**
* The engine of a database.
*
* @param lanes Batches side by side, on PostgreSQL.
*/
function openEngine(database, lanes) {
	if (database.filename === null) return openPostgresEngine(database, lanes);
	return sqliteOnceMigrated({
		...database,
		filename: database.filename
	});
}
/** SQLite prepares statements against tables, so the connection is opened by the first batch: the schema stands by then. */
function sqliteOnceMigrated(database) {
	let opening = null;
	const open = () => {
		opening ??= openSqliteEngine(database).catch((error) => {
			opening = null;
			throw error;
		});
		return opening;
	};
	return {
		lanes: 1,
		run: async (footprint, work) => (await open()).run(footprint, work),
		isRetryable: isRetryableSqlite,
		async close() {
			if (opening) await (await opening).close();
		}
	};
}
// src/connection/durability.ts
/**
* Makes sure that a commit outlives a power cut (reliability.md section 0, rule 8). A test that kills processes cannot show it.
*
* @throws `DURABILITY_OFF`
*/
async function assertDurable(database, { logger, require }) {
	if (database.dialect === "sqlite3") return await assertSqlite(database.knex);
	const weak = await weakPostgresSettings(database.knex);
	for (const setting of weak) {
		if (require) throw storeErrors.error("DURABILITY_OFF", {
			setting,
			allowed: "fsync = on, synchronous_commit = on"
		});
		logger.warn("store.durability-off", { setting });
	}
}
async function assertSqlite(knex) {
	const [journal] = await knex.raw("pragma journal_mode = wal");
	const [synchronous] = await knex.raw("pragma synchronous");
	const allowed = "journal_mode = wal, synchronous = full";
	if (journal?.journal_mode !== "wal") throw storeErrors.error("DURABILITY_OFF", {
		setting: `journal_mode = ${String(journal?.journal_mode)}`,
		allowed
	});
	if ((synchronous?.synchronous ?? 0) < 2) throw storeErrors.error("DURABILITY_OFF", {
		setting: `synchronous = ${String(synchronous?.synchronous)}`,
		allowed
	});
}
async function weakPostgresSettings(knex) {
	const { rows } = await knex.raw(`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off'`);
	return rows.map(({ name, setting }) => `${name} = ${setting}`);
}
// src/connection/turns.ts
/** Lets asynchronous work through one at a time, in the order of asking. */
var Turns = class {
	#last = Promise.resolve();
	/** Runs `work` when all that was asked before has ended, however it ended. Not to be nested: it would wait for itself. */
	take(work) {
		const turn = this.#last.then(work, work);
		this.#last = turn.catch(() => void 0);
		return turn;
	}
};
// src/connection/open-database.ts
const PREFIX = /^[a-z][a-z0-9_]{0,23}$/;
const BIGINT_OID = 20;
/**
* Opens the database and makes sure that it answers.
*
* @throws `DATABASE_UNAVAILABLE`, `DATABASE_UNSUPPORTED`, `TABLE_PREFIX_INVALID`
*/
async function openDatabase(options, { tablePrefix, logger }) {
	if (!PREFIX.test(tablePrefix)) throw storeErrors.error("TABLE_PREFIX_INVALID", { prefix: tablePrefix });
	const injected = "knex" in options;
	const knex = injected ? options.knex : await connect(options, logger);
	const dialect = dialectOf(knex);
	const close = async () => {
		if (!injected) await knex.destroy();
	};
	try {
		await knex.raw("select 1");
	} catch (cause) {
		await close();
		throw unavailable(dialect, cause);
	}
	const table = (name) => `${tablePrefix}${name}`;
	const writers = new Turns();
	return {
		knex,
		dialect,
		table,
		write: dialect === "pg" ? writePostgres(knex) : writeSqlite(knex, writers, table("serve_lock")),
		writers,
		filename: dialect === "pg" ? null : fileOf(knex),
		close
	};
}
const unavailable = (client, cause) => storeErrors.error("DATABASE_UNAVAILABLE", {
	client,
	detail: cause instanceof Error ? cause.message : String(cause)
}, { cause });
async function connect(options, logger) {
	if (options.client === "pg") return connectPostgres(options, logger);
	try {
		await mkdir(dirname(options.filename), { recursive: true });
	} catch (cause) {
		throw unavailable("sqlite3", cause);
	}
	return createKnex({
		client: "sqlite3",
		connection: { filename: options.filename },
		useNullAsDefault: true,
		log: knexLog(logger),
		pool: {
			min: 0,
			max: 3,
			afterCreate: setPragmas
		}
	});
}
const setPragmas = (connection, done) => connection.exec(SQLITE_PRAGMAS, (error) => done(error, connection));
/** Knex would write to standard output. Its texts may hold statements and values, so they stay out. */
const knexLog = (logger) => ({
	debug: () => void 0,
	deprecate: () => void 0,
	warn: () => logger.warn("store.connection-trouble"),
	error: () => logger.error("store.connection-lost")
});
function connectPostgres(options, logger) {
	const settings = typeof options.connection === "string" ? { connectionString: options.connection } : options.connection;
	const types = { getTypeParser: (oid, format) => oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format === "binary" ? "binary" : "text") };
	return createKnex({
		client: "pg",
		connection: {
			application_name: "parakh",
			...settings,
			types
		},
		pool: {
			min: 0,
			max: 10,
			...options.pool
		},
		log: knexLog(logger),
		acquireConnectionTimeout: 1e4
	});
}
function dialectOf(knex) {
	const client = knex.client.config.client;
	const name = typeof client === "string" ? client : String(knex.client.driverName);
	if (name === "sqlite3" || name === "sqlite") return "sqlite3";
	if (name === "pg" || name === "postgres" || name === "postgresql") return "pg";
	throw storeErrors.error("DATABASE_UNSUPPORTED", { client: name });
}
function fileOf(knex) {
	const filename = knex.client.connectionSettings?.filename;
	if (typeof filename === "string" && filename !== "" && !filename.includes(":memory:")) return filename;
	throw storeErrors.error("DATABASE_UNSUPPORTED", { client: "sqlite3 in memory" });
}
const writePostgres = (knex) => (work) => knex.transaction(work);
/** Knex begins deferred, and such a transaction that turns into a write ignores busy_timeout: so the first statement is a write. */
const writeSqlite = (knex, writers, anyTable) => (work) => writers.take(() => knex.transaction(async (transaction) => {
	await transaction.raw("update ?? set id = id where 0", [anyTable]);
	return await work(transaction);
}));
// src/jobs/claim-jobs.ts
/** A scheduled job brings nothing along. */
const NO_PAYLOAD = "null";
const Row$4 = z.object({
	id: z.string(),
	name: z.string(),
	payload: Bytes.nullable(),
	account_id: z.string().nullable(),
	environment: EnvironmentColumn.nullable(),
	run_at: Counted,
	attempt: Counted,
	attempts: Counted
});
/** Leases due jobs: those that wait, and those whose owner's lease ended. */
async function claimRows(database, claim) {
	if (await dueJobs(database.knex, database, claim.at).first() === void 0) return [];
	const rows = await database.write(async (transaction) => {
		await giveUpLost(transaction, database, claim.at);
		const picked = dueJobs(transaction, database, claim.at).orderBy(["run_at", "id"]).limit(claim.limit);
		if (database.dialect === "pg") picked.forUpdate().skipLocked();
		const ids = z.array(z.object({ id: z.string() })).parse(await picked);
		return await transaction(database.table("job")).whereIn("id", ids.map(({ id }) => id)).update({
			state: "running",
			owner: claim.owner,
			lease_until: claim.at + claim.leaseMs
		}).increment("attempt", 1).returning("*");
	});
	return z.array(Row$4).parse(rows).sort((a, b) => a.run_at - b.run_at || (a.id < b.id ? -1 : 1));
}
const dueJobs = (knex, database, at) => knex(database.table("job")).select("id").where((either) => either.where((waiting) => waiting.where({ state: "waiting" }).where("run_at", "<=", at)).orWhere((lost) => lost.where({ state: "running" }).where("lease_until", "<=", at)));
/** A job that ended its process in every run is not handed out for ever. */
async function giveUpLost(transaction, database, at) {
	await transaction(database.table("job")).where({ state: "running" }).where("lease_until", "<=", at).whereRaw("attempt >= attempts").update({
		state: "failed",
		error: "LEASE_LOST",
		owner: null,
		lease_until: null
	});
}
/** A claimed row as a job. @param payload Opened; null where there is none. */
const jobOf = (row, payload) => ({
	id: row.id,
	name: row.name,
	payload: payload ?? NO_PAYLOAD,
	accountId: row.account_id,
	environment: row.environment,
	attempt: row.attempt,
	attempts: row.attempts
});
// src/jobs/create-job-queue.ts
/** Runs of a scheduled job before it is given up until its next time. */
const SCHEDULED_ATTEMPTS = 5;
/**
* Durable jobs on a database. A job that is done is gone; one that was given up stays with its error. Of scheduled jobs
* the last run stays, so that a process that comes late does not run it once more.
*
* @example
* const jobs = createJobQueue({ database, clock, ids, vault })
* for (const job of await jobs.claim(owner, Date.now(), { limit: 10, leaseMs: 60_000 })) await run(job)
*/
function createJobQueue({ database, clock, ids, vault }) {
	const table = database.table("job");
	return {
		async claim(owner, at, { limit, leaseMs }) {
			const rows = await claimRows(database, {
				owner,
				at,
				limit,
				leaseMs
			});
			const sealer = await vault.sealer(rows.flatMap(({ account_id: accountId }) => accountId ?? []));
			return rows.map((row) => {
				const { account_id: accountId, payload } = row;
				return jobOf(row, payload && accountId !== null ? sealer.open(accountId, payload).toString() : null);
			});
		},
		complete: (id) => database.write(async (transaction) => {
			await transaction(table).where({ id }).whereNull("slot").delete();
			await transaction(table).where({ id }).update({
				state: "done",
				owner: null,
				lease_until: null,
				error: null
			});
		}),
		async retry(id, runAt, error) {
			const next = runAt === null ? { state: "failed" } : {
				state: "waiting",
				run_at: runAt
			};
			await database.write((transaction) => transaction(table).where({ id }).update({
				...next,
				error,
				owner: null,
				lease_until: null
			}));
		},
		schedule: (name, runAt) => database.write(async (transaction) => {
			const runs = () => transaction(table).where({ name }).whereNotNull("slot");
			if (await runs().where("run_at", ">=", runAt).first("id") !== void 0) return;
			await runs().whereIn("state", ["done", "failed"]).delete();
			const row = {
				id: ids.next(),
				name,
				run_at: runAt,
				attempts: SCHEDULED_ATTEMPTS,
				created_at: clock.now().getTime()
			};
			await transaction(table).insert({
				...row,
				slot: `${name}@${runAt}`
			}).onConflict("slot").ignore();
		})
	};
}
// src/keys/key-format.ts
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The greatest multiple of 62 that fits a byte: bytes above it are left out, so that each character is as likely. */
const FAIR_BYTES = 248;
const CHECKSUM_LENGTH = 6;
/** Characters before the checksum: 178 bits for a secret, 119 for an id. */
const RANDOM_LENGTH = {
	pk: 20,
	sk: 30
};
const MODE = {
	sandbox: "test",
	production: "live"
};
/**
* A new key id or secret: `pk_test_…`, `sk_live_…` (decisions.md section 1).
*
* @param kind An id or a secret.
* @param environment `test` in the sandbox, `live` in production.
*/
function makeKeyText(kind, environment) {
	const body = `${kind}_${MODE[environment]}_${randomBase62(RANDOM_LENGTH[kind])}`;
	return body + checksum(body);
}
/**
* What a text is, by its form and its checksum alone: without a look into the database.
*
* @returns Null for a typo, and for anything else.
*/
function readKeyText(text) {
	const match = /^(pk|sk)_(test|live)_([0-9A-Za-z]+)$/.exec(text);
	if (!match) return null;
	const kind = match[1] === "pk" ? "pk" : "sk";
	if (match[3]?.length !== RANDOM_LENGTH[kind] + CHECKSUM_LENGTH) return null;
	if (checksum(text.slice(0, -6)) !== text.slice(-6)) return null;
	return {
		kind,
		environment: match[2] === "test" ? "sandbox" : "production"
	};
}
/** CRC32 of all that stands before it, prefix included, in six base62 characters. */
function checksum(body) {
	let text = "";
	for (let rest = crc32(body); text.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) text = BASE62.charAt(rest % 62) + text;
	return text;
}
function randomBase62(length) {
	let text = "";
	while (text.length < length) for (const byte of randomBytes(length - text.length)) if (byte < FAIR_BYTES) text += BASE62.charAt(byte % 62);
	return text;
}
// src/keys/key-row.ts
/** The column `restrictions`: JSON. */
const Restrictions = z.object({
	endpoints: z.array(z.string()).nullable(),
	ipRanges: z.array(z.string()).nullable()
});
/** A row of `api_key`, read: the key, and what its secrets are known by. */
const KeyRow = z.object({
	id: z.string(),
	account_id: z.string(),
	environment: EnvironmentColumn,
	public_id: z.string(),
	label: z.string(),
	status: z.enum(["active", "revoked"]),
	version: Counted,
	secret_hash: z.string(),
	pepper_id: z.string(),
	previous_secret_hash: z.string().nullable(),
	previous_pepper_id: z.string().nullable(),
	previous_until: Counted.nullable(),
	restrictions: z.string(),
	expires_at: Moment.nullable(),
	exposed_at: Moment.nullable(),
	created_at: Moment,
	revoked_at: Moment.nullable()
}).transform((row) => ({
	key: keyOf(row),
	secrets: secretsOf(row)
}));
const keyOf = (row) => ({
	id: row.id,
	accountId: row.account_id,
	environment: row.environment,
	publicId: row.public_id,
	label: row.label,
	status: row.status,
	version: row.version,
	...Restrictions.parse(JSON.parse(row.restrictions)),
	expiresAt: row.expires_at,
	exposedAt: row.exposed_at,
	createdAt: row.created_at,
	revokedAt: row.revoked_at
});
function secretsOf(row) {
	const { previous_secret_hash: hash, previous_pepper_id: keyId, previous_until: until } = row;
	const previous = hash === null || keyId === null || until === null ? null : {
		keyId,
		hash,
		until
	};
	return {
		current: {
			keyId: row.pepper_id,
			hash: row.secret_hash
		},
		previous
	};
}
/** A new key as a row. */
function newKeyRow(key, secrets) {
	const { id, environment, label, status, version, endpoints, ipRanges } = key;
	return {
		id,
		environment,
		label,
		status,
		version,
		account_id: key.accountId,
		public_id: key.publicId,
		secret_hash: secrets.current.hash,
		pepper_id: secrets.current.keyId,
		restrictions: JSON.stringify({
			endpoints,
			ipRanges
		}),
		expires_at: key.expiresAt?.getTime() ?? null,
		created_at: key.createdAt.getTime()
	};
}
// src/keys/issue-key.ts
/**
* Refuses a production key before the account's KYC is approved.
*
* @throws `KYC_REQUIRED`
*/
function requireKyc(account, environment) {
	if (environment === "production" && account.kyc !== "approved") throw storeErrors.error("KYC_REQUIRED", { id: account.id });
}
/** Makes a key with a new id and a new secret. */
function draftKey(options, owner, allowance) {
	const { accountId, environment } = owner;
	const apiSecret = makeKeyText("sk", environment);
	const { label, endpoints, ipRanges, expiresAt } = allowance;
	return {
		key: {
			id: options.ids.next(),
			accountId,
			environment,
			publicId: makeKeyText("pk", environment),
			label,
			status: "active",
			version: 1,
			endpoints,
			ipRanges,
			expiresAt,
			exposedAt: null,
			createdAt: options.clock.now(),
			revokedAt: null
		},
		secrets: {
			current: options.hashes.make(apiSecret),
			previous: null
		},
		apiSecret
	};
}
/** Writes a drafted key, its empty rate windows, and the event that tells of it. */
async function insertKey(transaction, options, issued) {
	const { database } = options;
	const { key, secrets, event } = issued;
	await emitKeyEvent(transaction, options, {
		key,
		type: event
	});
	await transaction(database.table("api_key")).insert(newKeyRow(key, secrets));
	const windows = JSON.stringify({
		inFlight: 0,
		scopes: {}
	});
	await transaction(database.table("key_window")).insert({
		key_id: key.id,
		windows
	});
}
/** Tells of a change of a key: its id and label, never a secret. */
async function emitKeyEvent(transaction, { database, clock, ids }, { key, type }) {
	const { accountId, environment, id, label } = key;
	const data = {
		key_id: id,
		label
	};
	await appendEvent(transaction, database, {
		id: ids.next(),
		type,
		accountId,
		environment,
		data,
		at: clock.now().getTime()
	});
}
// src/keys/read-keys.ts
const ACCOUNT_COLUMNS = [
	"name",
	"role",
	"parent_id",
	"status",
	"kyc",
	"created_at"
];
const Joined = z.looseObject({ account_id: z.string() });
/** The key with this value in a unique column, joined with its account. */
async function readOwnedKey(knex, database, by) {
	const [[column, value] = []] = Object.entries(by);
	const found = await knex({ key: database.table("api_key") }).join({ account: database.table("account") }, "account.id", "key.account_id").where(`key.${column}`, value).select("key.*", ...ACCOUNT_COLUMNS.map((name) => `account.${name} as account_${name}`)).first();
	if (found === void 0) return null;
	const row = Joined.parse(found);
	const account = Object.fromEntries(ACCOUNT_COLUMNS.map((name) => [name, row[`account_${name}`]]));
	return {
		...KeyRow.parse(row),
		account: AccountRow.parse({
			...account,
			id: row.account_id
		})
	};
}
/** All keys, or those of an account, in the order in which they were made. */
async function readKeys(database, accountId) {
	const all = database.knex(database.table("api_key")).orderBy(["created_at", "id"]);
	return z.array(KeyRow).parse(await (accountId === void 0 ? all : all.where({ account_id: accountId })));
}
/** The ids of keys that have, or had, a secret with one of these hashes. */
async function findBySecretHash(database, hashes) {
	const rows = await database.knex(database.table("api_key")).whereIn("secret_hash", hashes).orWhereIn("previous_secret_hash", hashes).select("id");
	return z.array(z.object({ id: z.string() })).parse(rows).map(({ id }) => id);
}
// src/keys/change-key.ts
/**
* Changes a key beneath its wallet's lock, so that a call sees it whole or not at all. Its version rises.
*
* @param id Of the key.
* @param decide Gets the key as it stands; null changes nothing.
* @returns The key after it.
* @throws `KEY_NOT_FOUND`, and what `decide` throws.
*/
function changeKey(options, id, decide) {
	const { database } = options;
	return database.write(async (transaction) => {
		const before = await readBeneathLock(transaction, options, id);
		const change = decide(before);
		if (!change) return before;
		if (change.event) await emitKeyEvent(transaction, options, {
			key: before.key,
			type: change.event
		});
		await transaction(database.table("api_key")).where({ id }).update({
			...change.columns,
			version: before.key.version + 1
		});
		return requireKey(await readOwnedKey(transaction, database, { id }), id);
	});
}
/** Calls lock the wallet first, and so does this: the other way round the two could wait for each other. */
async function readBeneathLock(transaction, { database }, id) {
	const { key } = requireKey(await readOwnedKey(transaction, database, { id }), id);
	await lockWallets(transaction, database, [[key.accountId, key.environment]]);
	return requireKey(await readOwnedKey(transaction, database, { id }), id);
}
/**
* A key that was found.
*
* @throws `KEY_NOT_FOUND`
*/
function requireKey(found, id) {
	if (!found) throw storeErrors.error("KEY_NOT_FOUND", { id });
	return found;
}
/** @throws `KEY_REVOKED` */
function requireActive({ key }) {
	if (key.status !== "active") throw storeErrors.error("KEY_REVOKED", { id: key.id });
}
// src/keys/create-keys.ts
const LONGEST_OVERLAP_SECONDS = 604800;
/**
* API keys on a database (decisions.md section 1).
*
* @returns Besides what core says, `rotate` throws `KEY_OVERLAP_INVALID`,
*   `promote` `KEY_REVOKED` and `KEY_NOT_SANDBOX`.
* @example
* const keys = createKeys({ database, clock, ids, hashes: createKeyedHashes(peppers) })
* const { key, apiSecret } = await keys.create({ accountId, environment: 'sandbox' })
*/
function createKeys(options) {
	const { database, clock, hashes } = options;
	const known = /* @__PURE__ */ new WeakMap();
	const remember = (stored) => {
		known.set(stored.key, stored.secrets);
		return stored;
	};
	const owner = async (by) => {
		const found = await readOwnedKey(database.knex, database, by);
		return found && {
			key: remember(found).key,
			account: found.account
		};
	};
	const secretsOf = async (key) => known.get(key) ?? (await readOwnedKey(database.knex, database, { id: key.id }))?.secrets ?? null;
	return {
		create: ({ accountId, environment, label = "", endpoints = null, ipRanges = null, expiresAt = null }) => database.write(async (transaction) => {
			requireKyc(await requireAccount(transaction, database, accountId), environment);
			const draft = draftKey(options, {
				accountId,
				environment
			}, {
				label,
				endpoints,
				ipRanges,
				expiresAt
			});
			await insertKey(transaction, options, {
				...draft,
				event: "key.created"
			});
			return issued(remember(draft));
		}),
		list: async (accountId) => (await readKeys(database, accountId)).map((stored) => remember(stored).key),
		get: (id) => owner({ id }),
		findByPublicId: async (publicId) => readKeyText(publicId)?.kind === "pk" ? await owner({ public_id: publicId }) : null,
		async matches(key, apiSecret) {
			if (readKeyText(apiSecret)?.kind !== "sk") return false;
			const secrets = await secretsOf(key);
			if (!secrets) return false;
			if (hashes.matches(apiSecret, secrets.current)) return true;
			const { previous } = secrets;
			return previous !== null && clock.now().getTime() < previous.until && hashes.matches(apiSecret, previous);
		},
		async rotate(id, overlapSeconds) {
			checkOverlap(overlapSeconds);
			let apiSecret = "";
			const stored = await changeKey(options, id, (before) => {
				requireActive(before);
				apiSecret = makeKeyText("sk", before.key.environment);
				const previousUntil = clock.now().getTime() + overlapSeconds * 1e3;
				return {
					columns: rotatedColumns(before, {
						current: hashes.make(apiSecret),
						previousUntil
					}),
					event: "key.rotated"
				};
			});
			return {
				key: remember(stored).key,
				apiSecret
			};
		},
		async revoke(id) {
			const stored = await changeKey(options, id, ({ key }) => key.status === "revoked" ? null : {
				columns: {
					status: "revoked",
					revoked_at: clock.now().getTime()
				},
				event: "key.revoked"
			});
			return remember(stored).key;
		},
		promote: (id) => database.write(async (transaction) => {
			const found = requireKey(await readOwnedKey(transaction, database, { id }), id);
			requireActive(found);
			if (found.key.environment !== "sandbox") throw storeErrors.error("KEY_NOT_SANDBOX", { id });
			requireKyc(found.account, "production");
			const draft = draftKey(options, {
				accountId: found.account.id,
				environment: "production"
			}, found.key);
			await insertKey(transaction, options, {
				...draft,
				event: "key.promoted"
			});
			return issued(remember(draft));
		}),
		async flagExposed(text) {
			const columns = { exposed_at: clock.now().getTime() };
			for (const id of await findExposed(options, text)) await changeKey(options, id, ({ key }) => key.exposedAt ? null : {
				columns,
				event: null
			});
		}
	};
}
const issued = ({ key, apiSecret }) => ({
	key,
	apiSecret
});
function checkOverlap(seconds) {
	if (!Number.isInteger(seconds) || seconds < 0 || seconds > LONGEST_OVERLAP_SECONDS) throw storeErrors.error("KEY_OVERLAP_INVALID", { seconds });
}
function rotatedColumns({ secrets }, { current, previousUntil }) {
	return {
		secret_hash: current.hash,
		pepper_id: current.keyId,
		previous_secret_hash: secrets.current.hash,
		previous_pepper_id: secrets.current.keyId,
		previous_until: previousUntil
	};
}
/** A secret is found by its hash under each pepper, the one before the last rotation included. */
async function findExposed({ database, hashes }, text) {
	const kind = readKeyText(text)?.kind;
	if (kind === "sk") return await findBySecretHash(database, hashes.all(text).map(({ hash }) => hash));
	const found = kind === "pk" ? await readOwnedKey(database.knex, database, { public_id: text }) : null;
	return found ? [found.key.id] : [];
}
// src/ledger/check-calls.ts
/** Calls looked at in one statement. */
const RANGE = 2e4;
/** A read hold that outlives its lease by more was forgotten by the sweep, in milliseconds. */
const GRACE_MS = 6e4;
const MOST_LISTED$1 = 100;
/**
* Looks through all calls, range by range, for what must not be: forgotten holds (I7), charged answers without their stored
* response (I11). A marked write may stay open: its outcome is asked for, or a person decides.
*
* @param at Milliseconds since 1970.
* @param progress Called with the id up to which calls were checked.
*/
async function checkCalls(snapshot, { findings, at, lastId }, progress) {
	const { transaction, table } = snapshot;
	for (let from = 0; from < lastId; from += RANGE) {
		const calls = () => transaction({ c: table("call") }).where("c.id", ">", from).where("c.id", "<=", from + RANGE).limit(MOST_LISTED$1);
		const report = async (invariant, query, what) => {
			const rows = await query.select("c.reference as reference");
			for (const { reference } of rows) findings.check(invariant, false, () => `${reference}: ${what}`);
		};
		await report("I7", calls().where("c.phase", "held").where("c.lease_until", "<", at - GRACE_MS), "held past its lease");
		await report("I7", calls().whereRaw(`(c.phase in ('held', 'dispatched')) <> (c.settled_at is null)`), "its phase and the time of its end do not fit");
		await report("I11", calls().leftJoin({ r: table("response") }, "r.call_id", "c.id").where("c.phase", "answered").where("c.charged", ">", 0).whereNull("r.call_id"), "charged without a stored response");
		progress(Math.min(from + RANGE, lastId));
	}
}
// src/ledger/check-entries.ts
const PAGE$2 = 2e3;
const Entry = z.object({
	id: Counted,
	transaction_id: z.string(),
	kind: z.string(),
	ledger_account: z.string(),
	environment: z.string(),
	amount: Counted,
	version: z.union([Counted, z.null()])
});
/**
* Reads every entry once, in the order of writing: conservation in all and of each transaction (I1), and that charges and
* refunds are those of their calls, shares included (I11, I12). The open transactions are few: theirs were written together.
*
* @param progress Called with the id of the last entry read.
*/
async function checkEntries(snapshot, findings, progress) {
	const open = /* @__PURE__ */ new Map();
	const totals = /* @__PURE__ */ new Map();
	let charges = 0;
	for (let after = 0;;) {
		const page = await readEntries(snapshot, after);
		const last = page.at(-1);
		if (!last) break;
		const closed = page.flatMap((entry) => add(entry, {
			open,
			totals,
			findings
		}));
		charges += closed.filter(({ kind }) => kind === "charge").length;
		await checkCharges(snapshot, closed, findings);
		findings.entries += page.length;
		after = last.id;
		progress(after);
	}
	for (const [environment, total] of totals) findings.check("I1", total === 0, () => `${environment}: the postings sum to ${total}`);
	for (const { id, kind, sum } of open.values()) findings.check("I1", false, () => `${kind} ${id}: its postings sum to ${sum}`);
	await checkChargeCount(snapshot, charges, findings);
}
async function readEntries({ transaction, table }, after) {
	const rows = await transaction(table("ledger_entry")).where("id", ">", after).orderBy("id").limit(PAGE$2).select([
		"id",
		"transaction_id",
		"kind",
		"ledger_account",
		"environment",
		"amount",
		"version"
	]);
	return z.array(Entry).parse(rows);
}
/** @returns The transaction, when this entry closed it. */
function add(entry, { open, totals, findings }) {
	const { transaction_id: id, kind, ledger_account: account, environment, amount } = entry;
	totals.set(environment, (totals.get(environment) ?? 0) + amount);
	const key = `${kind}/${environment}/${id}`;
	const transaction = open.get(key) ?? {
		id,
		kind,
		sum: 0,
		wallet: 0,
		commission: 0,
		revenue: 0
	};
	transaction.sum += amount;
	if (account.startsWith("wallet:")) {
		transaction.wallet += amount;
		findings.check("I8", entry.version !== null, () => `${kind} ${id}: an entry of ${account} has no version`);
	} else if (account.startsWith("commission:")) transaction.commission += amount;
	else if (account === "revenue") transaction.revenue += amount;
	if (transaction.sum !== 0) {
		open.set(key, transaction);
		return [];
	}
	open.delete(key);
	return [transaction];
}
const Call = z.object({
	reference: z.string(),
	price: Counted,
	charged: Counted,
	refunded: Counted,
	legs: z.string().transform((text) => JSON.parse(text))
});
async function checkCharges(snapshot, closed, findings) {
	const ofCalls = closed.filter(({ kind }) => kind === "charge" || kind === "refund");
	const calls = /* @__PURE__ */ new Map();
	for (let from = 0; from < ofCalls.length; from += 500) {
		const references = ofCalls.slice(from, from + 500).map(({ id }) => id);
		const { transaction, table } = snapshot;
		const rows = await transaction(table("call")).whereIn("reference", references).select([
			"reference",
			"price",
			"charged",
			"refunded",
			"legs"
		]);
		for (const call of z.array(Call).parse(rows)) calls.set(call.reference, call);
	}
	for (const posted of ofCalls) checkCharge(posted, calls.get(posted.id), findings);
}
function checkCharge(posted, call, findings) {
	const { id, kind, wallet, commission, revenue } = posted;
	findings.check("I11", call !== void 0, () => `${kind} ${id}: there is no such call`);
	if (!call) return;
	const direction = kind === "charge" ? 1 : -1;
	const expected = kind === "charge" ? call.charged : call.refunded;
	findings.check("I11", -wallet * direction === expected, () => `${kind} ${id}: ${-wallet} posted, ${expected} stands with the call`);
	const legs = call.legs.reduce((total, { amount }) => total + amount, 0);
	findings.check("I12", legs <= call.price, () => `${id}: commission of ${legs} exceeds the price of ${call.price}`);
	const shares = commission * direction === legs && (commission + revenue) * direction === call.price;
	findings.check("I12", shares, () => `${kind} ${id}: commission ${commission} and revenue ${revenue} of a price of ${call.price}`);
}
/** Each posted charge is one call's; so where there are as many, each charged call has exactly one. */
async function checkChargeCount({ transaction, table }, charges, findings) {
	const row = await transaction(table("call")).where("charged", ">", 0).count({ calls: "*" }).first();
	const calls = Number(row?.calls);
	findings.check("I11", calls === charges, () => `${calls} calls were charged, ${charges} charges are posted`);
}
// src/ledger/check-wallets.ts
const PAGE$1 = 200;
const Wallet = z.object({
	account_id: z.string(),
	environment: z.enum(ENVIRONMENTS),
	posted: Counted,
	held: Counted,
	version: Counted,
	total: Counted,
	entries: Counted,
	misfits: Counted
});
/**
* Holds every wallet against its entries and its open holds: I2 to I5, I8.
*
* @param progress Called with how many were checked.
* @returns How many wallets and open holds there are.
*/
async function checkWallets(snapshot, findings, progress) {
	const open = await readOpenHolds(snapshot);
	let wallets = 0;
	for (let last = null;;) {
		const page = await readWallets(snapshot, last);
		for (const wallet of page) {
			const key = walletKey({
				accountId: wallet.account_id,
				environment: wallet.environment
			});
			checkWallet(wallet, open.held.get(key) ?? 0, findings);
			open.held.delete(key);
		}
		wallets += page.length;
		progress(wallets);
		last = page.at(-1) ?? null;
		if (!last) break;
	}
	for (const [key, held] of open.held) findings.check("I5", false, () => `${key}: ${held} in open holds, but no wallet`);
	return {
		wallets,
		openHolds: open.count
	};
}
function checkWallet(wallet, openHolds, findings) {
	const { posted, held, version, total, entries, misfits } = wallet;
	const name = `${wallet.account_id}/${wallet.environment}`;
	findings.check("I2", posted >= 0 && held >= 0, () => `${name}: posted ${posted}, held ${held}`);
	findings.check("I3", posted === total, () => `${name}: posted ${posted}, its entries sum to ${total}`);
	findings.check("I4", posted - held >= 0, () => `${name}: posted ${posted} is less than held ${held}`);
	findings.check("I5", held === openHolds, () => `${name}: held ${held}, its open holds sum to ${openHolds}`);
	findings.check("I8", misfits === 0, () => `${name}: ${misfits} entries do not follow the one before`);
	findings.check("I8", version === entries, () => `${name}: version ${version} of ${entries} entries`);
}
/** A page of wallets with the sum of their entries, and how many of these do not follow the one before. */
async function readWallets({ transaction, table }, after) {
	const page = transaction(table("wallet")).select("account_id", "environment", "posted", "held", "version").orderBy(["account_id", "environment"]).limit(PAGE$1);
	if (after) page.whereRaw("(account_id, environment) > (?, ?)", [after.account_id, after.environment]);
	const rows = await transaction.with("page", page).with("numbered", transaction.raw(NUMBERED, [table("ledger_entry")])).with("summed", transaction.raw(SUMMED)).from("page").leftJoin("summed", (on) => on.on("summed.ledger_account", transaction.raw(`'wallet:' || page.account_id`)).andOn("summed.environment", "page.environment")).orderBy(["page.account_id", "page.environment"]).select("page.*", transaction.raw("coalesce(total, 0) as total, coalesce(entries, 0) as entries")).select(transaction.raw("coalesce(misfits, 0) as misfits"));
	return z.array(Wallet).parse(rows);
}
const NUMBERED = `select ledger_account, environment, amount,
    case when version = row_number() over numbered and previous = coalesce(lag(balance) over numbered, 0)
      and balance = previous + amount then 0 else 1 end as misfit
  from ?? where version is not null and ledger_account in (select 'wallet:' || account_id from page)
  window numbered as (partition by ledger_account, environment order by version)`;
const SUMMED = `select ledger_account, environment, sum(amount) as total, count(*) as entries, sum(misfit) as misfits
  from numbered group by ledger_account, environment`;
const OpenHold = z.object({
	account_id: z.string(),
	environment: z.enum(ENVIRONMENTS),
	held: Counted,
	calls: Counted
});
/** Few: what is under way now. */
async function readOpenHolds({ transaction, table }) {
	const rows = await transaction(table("call")).whereRaw(`phase in ('held', 'dispatched')`).groupBy("account_id", "environment").select("account_id", "environment").sum({ held: "price" }).count({ calls: "*" });
	const holds = z.array(OpenHold).parse(rows);
	return {
		held: new Map(holds.map((hold) => [walletKey({
			accountId: hold.account_id,
			environment: hold.environment
		}), hold.held])),
		count: holds.reduce((count, { calls }) => count + calls, 0)
	};
}
// src/ledger/findings.ts
/** So many are listed; a ledger that is broken all over must not fill the memory. */
const MOST_LISTED = 1e3;
/** What a check of the ledger found. */
var Findings = class {
	#broken = [];
	/** Entries that were read. */
	entries = 0;
	/** Notes an invariant that does not hold. */
	check(invariant, holds, detail) {
		if (!holds && this.#broken.length < MOST_LISTED) this.#broken.push({
			invariant,
			detail: detail()
		});
	}
	get broken() {
		return this.#broken;
	}
};
// src/ledger/snapshot.ts
/** Reads all from one snapshot, while others go on writing. */
async function inSnapshot(database, work) {
	const { knex, dialect, table } = database;
	const run = (transaction) => work({
		transaction,
		table: (name) => table(name)
	});
	if (dialect === "sqlite3") return await knex.transaction(run);
	return await knex.transaction(run, {
		isolationLevel: "repeatable read",
		readOnly: true
	});
}
// src/ledger/create-ledger-check.ts
/**
* Checks of the ledger on a database: I1 to I5, I7, I8, I11 and I12 of docs/reference/reliability.md, from one snapshot and in
* bounded memory, while calls go on.
*
* @example
* const { ok, broken } = await createLedgerCheck({ database, clock }).verify()
*/
function createLedgerCheck({ database, clock }) {
	return { verify: (progress = () => void 0) => inSnapshot(database, async (snapshot) => {
		const findings = new Findings();
		const lastEntry = await lastId(snapshot, "ledger_entry");
		const lastCall = await lastId(snapshot, "call");
		const of = lastEntry + lastCall;
		await checkEntries(snapshot, findings, (id) => progress(id, of));
		await checkCalls(snapshot, {
			findings,
			at: clock.now().getTime(),
			lastId: lastCall
		}, (id) => progress(lastEntry + id, of));
		const { wallets, openHolds } = await checkWallets(snapshot, findings, () => progress(of, of));
		const { broken, entries } = findings;
		return {
			ok: broken.length === 0,
			wallets,
			entries,
			openHolds,
			broken
		};
	}) };
}
async function lastId({ transaction, table }, name) {
	const row = await transaction(table(name)).max({ id: "id" }).first();
	return Number(row?.id ?? 0);
}
// src/migrations/0001-schema.ts
/** Ids are ULIDs unless they are counted; amounts are micro-rupees; times are milliseconds since 1970. */
const id = (table, name) => table.text(name).notNullable();
const amount = (table, name) => table.bigInteger(name).notNullable().defaultTo(0);
const time = (table, name) => table.bigInteger(name).notNullable();
const ofWallet = (table) => {
	id(table, "account_id");
	table.text("environment").notNullable();
};
/** Accounts, keys and what encrypts for them. `restrictions` is JSON: `{ endpoints, ipRanges }`. */
async function accounts(knex, named) {
	await knex.schema.createTable(named("account"), (table) => {
		id(table, "id").primary();
		table.text("name").notNullable();
		table.text("role").notNullable();
		table.text("parent_id").nullable().references("id").inTable(named("account"));
		table.text("status").notNullable();
		table.text("kyc").notNullable();
		time(table, "created_at");
	});
	await knex.schema.createTable(named("api_key"), (table) => {
		id(table, "id").primary();
		ofWallet(table);
		table.text("public_id").notNullable().unique();
		table.text("label").notNullable();
		table.text("status").notNullable();
		table.integer("version").notNullable();
		table.text("secret_hash").notNullable().index();
		table.text("pepper_id").notNullable();
		table.text("previous_secret_hash").nullable().index();
		table.text("previous_pepper_id").nullable();
		table.bigInteger("previous_until").nullable();
		table.text("restrictions").notNullable();
		table.bigInteger("expires_at").nullable();
		table.bigInteger("exposed_at").nullable();
		time(table, "created_at");
		table.bigInteger("revoked_at").nullable();
		table.index(["account_id"]);
	});
	await knex.schema.createTable(named("key_window"), (table) => {
		id(table, "key_id").primary();
		table.text("windows").notNullable();
	});
	await knex.schema.createTable(named("data_key"), (table) => {
		id(table, "account_id").primary();
		table.text("master_key_id").notNullable();
		table.binary("wrapped").notNullable();
		time(table, "created_at");
	});
}
/** Wallets, and the double entries behind them. A wallet's entries are numbered without a gap. */
async function money(knex, named) {
	await knex.schema.createTable(named("wallet"), (table) => {
		ofWallet(table);
		amount(table, "posted");
		amount(table, "held");
		table.bigInteger("version").notNullable().defaultTo(0);
		table.text("requests_day").notNullable().defaultTo("");
		table.bigInteger("requests_today").notNullable().defaultTo(0);
		table.bigInteger("requests_total").notNullable().defaultTo(0);
		table.bigInteger("event_sequence").notNullable().defaultTo(0);
		table.primary(["account_id", "environment"]);
		table.check("posted - held >= 0", void 0, named("wallet_available"));
		table.check("held >= 0", void 0, named("wallet_held"));
	});
	await knex.schema.createTable(named("ledger_entry"), (table) => {
		table.bigIncrements("id");
		table.text("transaction_id").notNullable();
		table.text("kind").notNullable();
		table.text("ledger_account").notNullable();
		table.text("environment").notNullable();
		amount(table, "amount");
		table.bigInteger("previous").nullable();
		table.bigInteger("balance").nullable();
		table.bigInteger("version").nullable();
		table.text("actor").notNullable();
		table.text("request_id").notNullable();
		table.text("price_version").notNullable();
		time(table, "at");
	});
	await knex.schema.createTable(named("credit"), (table) => {
		id(table, "id").primary();
		ofWallet(table);
		table.text("reference").notNullable();
		amount(table, "amount");
		table.text("actor").notNullable();
		time(table, "at");
		table.unique([
			"account_id",
			"environment",
			"reference"
		], { indexName: named("credit_once") });
	});
}
/** Calls, and apart from them (bodies are large) what is stored of them, sealed. `legs` is JSON. */
async function calls(knex, named) {
	await knex.schema.createTable(named("call"), (table) => {
		table.bigIncrements("id");
		table.text("reference").notNullable().unique({ indexName: named("call_reference") });
		ofWallet(table);
		id(table, "key_id");
		table.text("endpoint").notNullable();
		table.text("request_id").notNullable();
		table.text("claim").nullable();
		table.text("fingerprint").notNullable();
		table.text("phase").notNullable();
		table.integer("epoch").notNullable();
		table.text("owner").notNullable();
		amount(table, "price");
		table.text("price_version").notNullable();
		table.text("legs").notNullable();
		amount(table, "charged");
		amount(table, "refunded");
		time(table, "lease_until");
		time(table, "at");
		table.bigInteger("settled_at").nullable();
		table.integer("status").nullable();
		table.text("later").nullable();
		table.text("operation").nullable();
		table.text("provider").nullable();
		table.unique([
			"account_id",
			"environment",
			"claim"
		], { indexName: named("call_claim") });
	});
	await knex.schema.createTable(named("response"), (table) => {
		table.bigInteger("call_id").notNullable().primary();
		table.binary("body").notNullable();
	});
	await knex.schema.createTable(named("call_input"), (table) => {
		table.bigInteger("call_id").notNullable().primary();
		table.binary("input").notNullable();
	});
}
/** The usage log (no input, no output) and consents. */
async function logs(knex, named) {
	await knex.schema.createTable(named("usage"), (table) => {
		table.bigIncrements("id");
		ofWallet(table);
		id(table, "key_id");
		id(table, "reference");
		table.text("request_id").notNullable();
		table.text("endpoint").notNullable();
		table.integer("status").notNullable();
		table.text("outcome").notNullable();
		table.text("code").nullable();
		table.integer("latency_ms").notNullable();
		amount(table, "charged");
		table.text("ip").notNullable();
		time(table, "at");
	});
	await knex.schema.createTable(named("consent"), (table) => {
		table.bigIncrements("id");
		ofWallet(table);
		id(table, "reference");
		table.text("subject").notNullable().index();
		table.text("purpose").notNullable();
		table.text("notice").notNullable();
		table.text("artefact").notNullable();
		table.text("ip").notNullable();
		time(table, "at");
	});
}
/** Records of plugins. Values of account records are sealed; `hash` in `record_key` is a keyed hash. */
async function records(knex, named) {
	await knex.schema.createTable(named("record"), (table) => {
		table.bigIncrements("position");
		table.text("collection").notNullable();
		ofWallet(table);
		id(table, "id");
		table.text("state").notNullable();
		table.integer("version").notNullable();
		table.binary("value").notNullable();
		table.bigInteger("keep_until").nullable();
		time(table, "created_at");
		time(table, "updated_at");
		table.unique([
			"account_id",
			"environment",
			"collection",
			"id"
		], { indexName: named("record_once") });
		table.index([
			"account_id",
			"environment",
			"collection",
			"position"
		], named("record_newest"));
	});
	await knex.schema.createTable(named("record_key"), (table) => {
		ofWallet(table);
		table.text("collection").notNullable();
		table.text("name").notNullable();
		table.text("hash").notNullable();
		id(table, "record_id");
		table.primary([
			"account_id",
			"environment",
			"collection",
			"name",
			"hash",
			"record_id"
		]);
		table.index([
			"account_id",
			"environment",
			"collection",
			"record_id"
		], named("record_key_of"));
	});
	await knex.schema.createTable(named("shared_record"), (table) => {
		table.text("collection").notNullable();
		table.text("id").notNullable();
		table.text("value").notNullable();
		table.integer("version").notNullable().defaultTo(1);
		time(table, "created_at");
		time(table, "updated_at");
		table.primary(["collection", "id"]);
		table.index([
			"collection",
			"created_at",
			"id"
		], named("shared_record_newest"));
	});
}
/** Events that wait for the sink, jobs, and who serves (SQLite). `slot` is unique per scheduled run: two processes make one. */
async function work(knex, named) {
	await knex.schema.createTable(named("outbox"), (table) => {
		table.bigIncrements("position");
		id(table, "id").unique({ indexName: named("outbox_id") });
		table.text("type").notNullable();
		ofWallet(table);
		table.bigInteger("sequence").notNullable();
		table.text("data").notNullable();
		time(table, "at");
		table.bigInteger("delivered_at").nullable();
		table.unique([
			"account_id",
			"environment",
			"sequence"
		], { indexName: named("outbox_sequence") });
	});
	await knex.schema.createTable(named("job"), (table) => {
		id(table, "id").primary();
		table.text("name").notNullable();
		table.binary("payload").nullable();
		table.text("account_id").nullable();
		table.text("environment").nullable();
		time(table, "run_at");
		table.integer("attempt").notNullable().defaultTo(0);
		table.integer("attempts").notNullable();
		table.text("state").notNullable().defaultTo("waiting");
		table.text("owner").nullable();
		table.bigInteger("lease_until").nullable();
		table.text("error").nullable();
		table.text("slot").nullable().unique({ indexName: named("job_slot") });
		time(table, "created_at");
	});
	await knex.schema.createTable(named("serve_lock"), (table) => {
		table.integer("id").notNullable().primary();
		table.text("owner").notNullable();
		table.integer("pid").notNullable();
		table.text("host").notNullable();
		time(table, "heartbeat");
	});
}
/** Indexes of the rows that are few: what is open, undelivered or due. Knex cannot say `where` for both databases. */
async function partialIndexes(knex, named) {
	const index = async (name, on, where) => {
		const [table, columns] = on;
		await knex.raw(`create ${name} on ${named(table)} (${columns}) where ${where}`);
	};
	await index(`index ${named("call_open")}`, ["call", "lease_until"], "phase in ('held', 'dispatched')");
	await index(`unique index ${named("entry_version")}`, ["ledger_entry", "ledger_account, environment, version"], "version is not null");
	await index(`index ${named("outbox_waiting")}`, ["outbox", "position"], "delivered_at is null");
	await index(`index ${named("job_due")}`, ["job", "run_at"], "state = 'waiting'");
	await index(`index ${named("job_leased")}`, ["job", "lease_until"], "state = 'running'");
	await index(`index ${named("record_ending")}`, ["record", "keep_until"], "keep_until is not null");
}
// src/migrations/migrate.ts
const MIGRATIONS = [{
	name: "0001-schema",
	async up(knex, named) {
		await accounts(knex, named);
		await money(knex, named);
		await calls(knex, named);
		await logs(knex, named);
		await records(knex, named);
		await work(knex, named);
		await partialIndexes(knex, named);
	}
}];
const historyTable = (database) => database.table("migration");
/**
* Brings the schema up to date, whole or not at all, in one transaction. Of two processes that start at once, one does it and
* the other waits and finds it done.
*
* @throws `SCHEMA_TOO_NEW`
*/
async function migrate(database) {
	if (await isMigrated(database)) return;
	await enterAlone(database, async (transaction) => {
		await refuseNewer(transaction, database);
		await transaction.migrate.latest(migratorOf(database));
	});
}
/**
* Whether the schema is up to date.
*
* @throws `SCHEMA_TOO_NEW`
*/
async function isMigrated(database) {
	const done = await refuseNewer(database.knex, database);
	return MIGRATIONS.every(({ name }) => done.includes(name));
}
async function refuseNewer(knex, database) {
	if (!await knex.schema.hasTable(historyTable(database))) return [];
	const done = (await knex(historyTable(database)).select("name").orderBy("id")).map(({ name }) => name);
	const newer = done.find((name) => !MIGRATIONS.some((known) => known.name === name));
	if (newer !== void 0) throw storeErrors.error("SCHEMA_TOO_NEW", { migration: newer });
	return done;
}
const migratorOf = (database) => ({
	tableName: historyTable(database),
	migrationSource: sourceFor(database),
	disableTransactions: true
});
const sourceFor = (database) => ({
	getMigrations: async () => [...MIGRATIONS],
	getMigrationName: ({ name }) => name,
	getMigration: async (migration) => ({
		up: (knex) => migration.up(knex, (name) => database.table(name)),
		down: async () => {
			throw new Error("the ledger is never migrated down");
		}
	})
});
/** One migrating process at a time: an advisory lock on PostgreSQL, the write lock on SQLite. */
async function enterAlone(database, work) {
	const gate = database.table("migration_gate");
	if (database.dialect === "sqlite3") await database.knex.raw("create table if not exists ?? (id integer primary key)", [gate]);
	await database.knex.transaction(async (transaction) => {
		if (database.dialect === "pg") await transaction.raw("select pg_advisory_xact_lock(hashtext(?))", [gate]);
		else await transaction.raw("update ?? set id = id where 0", [gate]);
		await work(transaction);
	});
}
// src/outbox/create-outbox.ts
/** Ids in one statement: well below what either database binds. */
const IDS_AT_ONCE$1 = 500;
const Data = z.record(z.string(), z.unknown());
const Row$3 = z.object({
	id: z.string(),
	type: z.string(),
	account_id: z.string(),
	environment: EnvironmentColumn,
	sequence: Counted,
	data: z.string(),
	at: Moment
}).transform((row) => ({
	id: row.id,
	type: row.type,
	accountId: row.account_id,
	environment: row.environment,
	sequence: row.sequence,
	createdAt: row.at,
	data: Data.parse(JSON.parse(row.data))
}));
/**
* The committed events that wait for the sink, oldest first; those of a wallet in their sequence.
*
* @example
* const outbox = createOutbox({ database, clock })
* const events = await outbox.read(100)
* await outbox.delivered(events.map(({ id }) => id))
*/
function createOutbox({ database, clock }) {
	return {
		async read(limit) {
			const rows = await database.knex(database.table("outbox")).whereNull("delivered_at").orderBy("position").limit(limit);
			return z.array(Row$3).parse(rows);
		},
		async delivered(ids) {
			if (ids.length === 0) return;
			const deliveredAt = clock.now().getTime();
			await database.write(async (transaction) => {
				for (let from = 0; from < ids.length; from += IDS_AT_ONCE$1) await transaction(database.table("outbox")).whereIn("id", ids.slice(from, from + IDS_AT_ONCE$1)).whereNull("delivered_at").update({ delivered_at: deliveredAt });
			});
		}
	};
}
// src/records/cursor.ts
/** Where a page ended, as a text that callers hand back unread. */
const writeCursor = (place) => Buffer.from(JSON.stringify(place)).toString("base64url");
/**
* Reads what `writeCursor` made.
*
* @param shape What this collection's cursors hold.
* @throws `CURSOR_INVALID`
*/
function readCursor(cursor, shape) {
	const place = shape.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
	if (!place.success) throw storeErrors.error("CURSOR_INVALID");
	return place.data;
}
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
// src/records/account-records.ts
const Row$2 = z.object({
	position: Counted,
	id: z.string(),
	state: z.string(),
	version: Counted,
	value: Bytes,
	created_at: Moment,
	updated_at: Moment
});
const Place$1 = z.tuple([z.int()]);
/** Reads of one account's records in one collection: what it sealed, opened. */
var AccountRecords = class {
	#options;
	#owner;
	constructor(options, collection, scope) {
		this.#options = options;
		this.#owner = {
			...scope,
			collection
		};
	}
	async get(id) {
		return await this.#first(this.#all().where({ id }));
	}
	async find(by) {
		const found = this.#all().orderBy("position", "desc");
		for (const key of by) found.whereIn("id", this.#idsWith(key));
		return await this.#first(found);
	}
	async page({ cursor, limit, state }) {
		const page = this.#all().orderBy("position", "desc").limit(limit + 1);
		if (state !== null) page.where({ state });
		if (cursor !== null) page.where("position", "<", readCursor(cursor, Place$1)[0]);
		const rows = z.array(Row$2).parse(await page);
		const shown = rows.slice(0, limit);
		const last = shown.at(-1);
		return {
			items: await this.#open(shown),
			next: rows.length > limit && last ? writeCursor([last.position]) : null
		};
	}
	/** Those that are not yet to be dropped. */
	#all() {
		const { database, clock } = this.#options;
		const { accountId, environment, collection } = this.#owner;
		const now = clock.now().getTime();
		return database.knex(database.table("record")).where({
			account_id: accountId,
			environment,
			collection
		}).where((kept) => kept.whereNull("keep_until").orWhere("keep_until", ">", now));
	}
	#idsWith(key) {
		const { database, hashes } = this.#options;
		const { accountId, environment, collection } = this.#owner;
		return database.knex(database.table("record_key")).where({
			account_id: accountId,
			environment,
			collection,
			name: key.name
		}).whereIn("hash", lookupHashes(hashes, this.#owner, key)).select("record_id");
	}
	async #first(query) {
		const [record] = await this.#open(z.array(Row$2).parse(await query.limit(1)));
		return record ?? null;
	}
	async #open(rows) {
		if (rows.length === 0) return [];
		const { accountId } = this.#owner;
		const sealer = await this.#options.vault.sealer([accountId]);
		return rows.map(({ id, state, version, value, created_at: createdAt, updated_at: updatedAt }) => ({
			id,
			state,
			version,
			createdAt,
			updatedAt,
			value: sealer.open(accountId, value).toString()
		}));
	}
};
// src/records/load-shared.ts
/** Rows in one transaction: some milliseconds, so that a server beside hardly waits. */
const BATCH_ROWS = 1e3;
const Kept = z.array(z.object({
	id: z.string(),
	value: z.string()
}));
/**
* Adds or replaces shared records in short transactions. Loading the same again writes nothing.
*
* @param progress Told after each batch how many rows were gone through.
*/
async function loadShared(load, rows, progress = () => void 0) {
	const total = {
		added: 0,
		changed: 0,
		unchanged: 0
	};
	for await (const batch of batchesOf(rows)) {
		const { added, changed, unchanged } = await loadBatch(load, batch);
		total.added += added;
		total.changed += changed;
		total.unchanged += unchanged;
		progress(total.added + total.changed + total.unchanged);
	}
	return total;
}
async function* batchesOf(rows) {
	let batch = [];
	for await (const row of rows) {
		batch.push(row);
		if (batch.length < BATCH_ROWS) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}
async function loadBatch(load, batch) {
	const { database, collection } = load;
	const seen = compare(batch, await readKept(database.knex, load, batch));
	if (seen.write.size === 0) return seen.loaded;
	return await database.write(async (transaction) => {
		if (database.dialect === "pg") await transaction.raw("select pg_advisory_xact_lock(hashtext(?))", [`${database.table("shared_record")}/${collection}`]);
		const { loaded, write } = compare(batch, await readKept(transaction, load, batch));
		await upsert(transaction, load, write);
		return loaded;
	});
}
async function readKept(knex, { database, collection }, batch) {
	const rows = await knex(database.table("shared_record")).where({ collection }).whereIn("id", batch.map(({ id }) => id)).select("id", "value");
	return Kept.parse(rows);
}
/** Counts a batch in its order, so that an id that comes twice is added once and then changed or unchanged. */
function compare(batch, kept) {
	const values = new Map(kept.map(({ id, value }) => [id, value]));
	const write = /* @__PURE__ */ new Map();
	const loaded = {
		added: 0,
		changed: 0,
		unchanged: 0
	};
	for (const { id, value } of batch) {
		const before = values.get(id);
		if (before === value) {
			loaded.unchanged++;
			continue;
		}
		if (before === void 0) loaded.added++;
		else loaded.changed++;
		values.set(id, value);
		write.set(id, value);
	}
	return {
		loaded,
		write
	};
}
/** One statement with two or three bindings, however many rows. */
async function upsert(transaction, load, rows) {
	const { database, collection } = load;
	const now = load.now();
	const isPostgres = database.dialect === "pg";
	const source = isPostgres ? "select ?, row.id, row.value, 1, ?, ? from unnest(?::text[], ?::text[]) as row(id, value)" : "select ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1, ?, ? from json_each(?) where true";
	const values = isPostgres ? [[...rows.keys()], [...rows.values()]] : [JSON.stringify([...rows])];
	await transaction.raw(`insert into ?? as kept (collection, id, value, version, created_at, updated_at) ${source}
     on conflict (collection, id) do update
     set value = excluded.value, version = kept.version + 1, updated_at = excluded.updated_at`, [
		database.table("shared_record"),
		collection,
		now,
		now,
		...values
	]);
}
// src/records/shared-reader.ts
/** Ids in one statement. */
const IDS_AT_ONCE = 200;
/**
* Reads records by id, many at once: while one statement is under way the next forms, as billing's batches do. A lookup
* that is sold reads here in every call.
*/
var SharedReader = class {
	#read;
	#waiting = [];
	#busy = false;
	/** @param read Answers the records that exist. */
	constructor(read) {
		this.#read = read;
	}
	get(id) {
		return new Promise((resolve, reject) => {
			this.#waiting.push({
				id,
				resolve,
				reject
			});
			if (!this.#busy) this.#work();
		});
	}
	async #work() {
		this.#busy = true;
		while (this.#waiting.length > 0) await this.#readSome(this.#waiting.splice(0, IDS_AT_ONCE));
		this.#busy = false;
	}
	async #readSome(some) {
		try {
			const found = await this.#read([...new Set(some.map(({ id }) => id))]);
			for (const { id, resolve } of some) resolve(found.get(id) ?? null);
		} catch (error) {
			for (const { reject } of some) reject(error);
		}
	}
};
// src/records/shared-records.ts
/** Reference data has no states: it is there or it is not. */
const STATE = "kept";
const Row$1 = z.object({
	id: z.string(),
	value: z.string(),
	version: Counted,
	created_at: Moment,
	updated_at: Moment
}).transform(({ created_at: createdAt, updated_at: updatedAt, ...row }) => ({
	...row,
	state: STATE,
	createdAt,
	updatedAt
}));
const Place = z.tuple([z.int(), z.string()]);
/** Reads of one collection of public reference data: in the clear; fast by id, by fields through all of it. */
var SharedRecords = class {
	#database;
	#collection;
	#reader;
	constructor(database, collection) {
		this.#database = database;
		this.#collection = collection;
		this.#reader = new SharedReader(async (ids) => {
			const records = z.array(Row$1).parse(await this.#all().whereIn("id", ids));
			return new Map(records.map((record) => [record.id, record]));
		});
	}
	get(id) {
		return this.#reader.get(id);
	}
	async find(by) {
		const found = newestFirst(this.#all());
		for (const { name, value } of by) if (this.#database.dialect === "pg") found.whereRaw("value::jsonb ->> ? = ?", [name, value]);
		else found.whereRaw("cast(json_extract(value, ?) as text) = ?", [`$.${JSON.stringify(name)}`, value]);
		return await first(found);
	}
	async page({ cursor, limit, state }) {
		if (state !== null && state !== STATE) return {
			items: [],
			next: null
		};
		const page = newestFirst(this.#all()).limit(limit + 1);
		if (cursor !== null) page.whereRaw("(created_at, id) < (?, ?)", readCursor(cursor, Place));
		const rows = z.array(Row$1).parse(await page);
		const items = rows.slice(0, limit);
		const last = items.at(-1);
		return {
			items,
			next: rows.length > limit && last ? writeCursor([last.createdAt.getTime(), last.id]) : null
		};
	}
	#all() {
		return this.#database.knex(this.#database.table("shared_record")).where({ collection: this.#collection });
	}
};
const newestFirst = (query) => query.orderBy([{
	column: "created_at",
	order: "desc"
}, {
	column: "id",
	order: "desc"
}]);
async function first(query) {
	const [record] = z.array(Row$1).parse(await query.limit(1));
	return record ?? null;
}
// src/records/create-record-store.ts
/**
* Reads of records, and loads of shared ones. Writes of account records go through billing, which
* hashes their keys by `lookupHash`.
*
* @returns `page` throws `CURSOR_INVALID`.
* @example
* const records = createRecordStore({ database, clock, vault, hashes })
* await records.get('print.orders', { accountId, environment: 'sandbox' }, id)
*/
function createRecordStore(options) {
	const { database, clock } = options;
	const shared = /* @__PURE__ */ new Map();
	const sharedOf = (collection) => {
		const known = shared.get(collection) ?? new SharedRecords(database, collection);
		shared.set(collection, known);
		return known;
	};
	const of = (collection, scope) => scope === "shared" ? sharedOf(collection) : new AccountRecords(options, collection, scope);
	return {
		get: (collection, scope, id) => of(collection, scope).get(id),
		find: (collection, scope, by) => of(collection, scope).find(by),
		page: (collection, scope, query) => of(collection, scope).page(query),
		load: (collection, rows, progress) => loadShared({
			database,
			collection,
			now: () => clock.now().getTime()
		}, rows, progress)
	};
}
// src/records/drop-ended.ts
/** Records in one transaction: some milliseconds. */
const PAGE = 200;
const Ended = z.object({
	position: Counted,
	account_id: z.string(),
	environment: EnvironmentColumn,
	collection: z.string(),
	id: z.string()
});
/**
* Drops the records whose time has ended, page by page in short transactions.
*
* @param at Milliseconds since 1970.
* @returns How many were dropped.
*/
async function dropEndedRecords(database, at) {
	let dropped = 0;
	for (;;) {
		const page = z.array(Ended).parse(await ended(database.knex, database, at).orderBy("keep_until").limit(PAGE));
		if (page.length === 0) return dropped;
		dropped += await database.write((transaction) => dropPage(transaction, database, {
			page,
			at
		}));
	}
}
const ended = (knex, database, at) => knex(database.table("record")).where("keep_until", "<=", at);
async function dropPage(transaction, database, { page, at }) {
	await lockWallets(transaction, database, page.map((record) => [record.account_id, record.environment]));
	const positions = page.map(({ position }) => position);
	const gone = z.array(Ended).parse(await ended(transaction, database, at).whereIn("position", positions));
	await transaction(database.table("record")).whereIn("position", gone.map(({ position }) => position)).delete();
	for (const { account_id, environment, collection, id } of gone) {
		const owner = {
			account_id,
			environment,
			collection
		};
		await transaction(database.table("record_key")).where({
			...owner,
			record_id: id
		}).delete();
	}
	return gone.length;
}
// src/secrets/keyed-hash.ts
/**
* Keyed hashes from a list of peppers.
*
* @param peppers The first makes hashes, all are recognised. At least one.
* @throws `PEPPER_INVALID` for an empty list, an empty value, or an id that is malformed or there twice.
*/
function createKeyedHashes(peppers) {
	const keys = checkPeppers(peppers);
	const [first] = peppers;
	if (!first) throw refused("there is none");
	const make = (text, { id, value } = first) => ({
		keyId: id,
		hash: createHmac("sha256", value).update(text).digest("base64url")
	});
	return {
		make: (text) => make(text),
		all: (text) => peppers.map((pepper) => make(text, pepper)),
		matches(text, known) {
			const pepper = keys.get(known.keyId);
			return pepper !== void 0 && equal(make(text, pepper).hash, known.hash);
		}
	};
}
function checkPeppers(peppers) {
	const keys = /* @__PURE__ */ new Map();
	for (const pepper of peppers) {
		const { id, value } = pepper;
		if (!/^[\w-]{1,64}$/.test(id)) throw refused("an id is malformed");
		if (value === "") throw refused(`"${id}" is empty`);
		if (keys.has(id)) throw refused(`"${id}" is there twice`);
		keys.set(id, pepper);
	}
	return keys;
}
const refused = (detail) => storeErrors.error("PEPPER_INVALID", { detail });
function equal(mine, theirs) {
	const [a, b] = [Buffer.from(mine), Buffer.from(theirs)];
	return a.length === b.length && timingSafeEqual(a, b);
}
// src/serving/process-alive.ts
/** Whether a process of this host lives. One that is another user's counts as living. */
function isProcessAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
// src/serving/serve-lock.ts
const HEARTBEAT_MS = 5e3;
/** A process on another host counts as dead when it has been silent so long, in milliseconds. */
const SILENT_MS = 15e3;
const ONLY_ROW = 1;
/** One row with process, host and heartbeat. */
function createServeLock({ database, clock, logger }) {
	const table = database.table("serve_lock");
	let held = null;
	const now = () => clock.now().getTime();
	async function beat(owner) {
		try {
			if (await database.write((transaction) => transaction(table).where({ owner }).update({ heartbeat: now() })) === 0) logger.error("store.serve-lock-lost", { owner });
		} catch {
			logger.warn("store.heartbeat-failed", { owner });
		}
	}
	return {
		async take(owner) {
			await database.write(async (transaction) => {
				const row = await transaction(table).where({ id: ONLY_ROW }).first();
				if (row && row.owner !== owner && serves(row, now())) throw storeErrors.error("DATABASE_IN_USE", {
					pid: row.pid,
					host: row.host
				});
				const mine = {
					id: ONLY_ROW,
					owner,
					pid: process.pid,
					host: hostname(),
					heartbeat: now()
				};
				await transaction(table).insert(mine).onConflict("id").merge();
			});
			if (held) clearInterval(held.timer);
			held = {
				owner,
				timer: setInterval(() => void beat(owner), HEARTBEAT_MS).unref()
			};
		},
		async release() {
			if (!held) return;
			const { owner, timer } = held;
			held = null;
			clearInterval(timer);
			await database.write((transaction) => transaction(table).where({ owner }).delete());
		}
	};
}
/** A process of this host is asked whether it lives; of another host, only its heartbeat is known. */
function serves({ pid, host, heartbeat }, at) {
	return host === hostname() ? isProcessAlive(Number(pid)) : at - Number(heartbeat) < SILENT_MS;
}
// src/usage/create-usage.ts
/**
* The counters that settle keeps on each wallet: no scan of the usage log (decisions.md section 11).
*
* @returns `counts` throws `ACCOUNT_NOT_FOUND`.
* @example
* const { today, total } = await createUsage(database).counts(accountId, 'production', new Date())
*/
function createUsage(database) {
	return { async counts(accountId, environment, at) {
		const row = await database.knex(database.table("wallet")).where({
			account_id: accountId,
			environment
		}).first("requests_day", "requests_today", "requests_total");
		if (!row) throw storeErrors.error("ACCOUNT_NOT_FOUND", { id: accountId });
		return {
			today: row.requests_day === indianDay(at) ? Number(row.requests_today) : 0,
			total: Number(row.requests_total)
		};
	} };
}
const NONCES_AT_ONCE = 512;
/** Random nonces, drawn many at once: a draw costs as much as sealing a small body. */
var Nonces = class {
	#pool = new Uint8Array(12 * NONCES_AT_ONCE);
	#used = this.#pool.length;
	/** The next one, never given before. To be copied before the next is asked for. */
	next() {
		if (this.#used === this.#pool.length) {
			randomFillSync(this.#pool);
			this.#used = 0;
		}
		const nonce = this.#pool.subarray(this.#used, this.#used + 12);
		this.#used += 12;
		return nonce;
	}
};
// src/vault/cipher.ts
/** The first byte of everything sealed: how it was sealed. 1: AES-256-GCM, nonce, ciphertext, tag. */
const FORMAT = 1;
const BODY_AT = 13;
const TAG_BYTES = 16;
/**
* Encrypts by AES-256-GCM: `1 | nonce (12) | ciphertext | tag (16)`.
*
* @param key Of 32 bytes.
* @param plain What to encrypt; text as UTF-8.
*/
function encrypt(key, plain, { context, nonce }) {
	const cipher = createCipheriv("aes-256-gcm", key, nonce);
	cipher.setAAD(Buffer.from(context));
	const body = typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain);
	cipher.final();
	const sealed = Buffer.allocUnsafe(BODY_AT + body.length + TAG_BYTES);
	sealed[0] = FORMAT;
	sealed.set(nonce, 1);
	sealed.set(body, BODY_AT);
	sealed.set(cipher.getAuthTag(), BODY_AT + body.length);
	return sealed;
}
/**
* Decrypts what `encrypt` made.
*
* @returns Null when the key or the context is another one, or a byte was changed.
*/
function decrypt(key, sealed, context) {
	if (sealed.length < 29 || sealed[0] !== FORMAT) return null;
	const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, BODY_AT), { authTagLength: TAG_BYTES });
	decipher.setAAD(Buffer.from(context));
	decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
	const plain = decipher.update(sealed.subarray(BODY_AT, sealed.length - TAG_BYTES));
	try {
		decipher.final();
	} catch {
		return null;
	}
	return plain;
}
// src/vault/data-keys.ts
const Row = z.object({
	account_id: z.string(),
	master_key_id: z.string(),
	wrapped: z.instanceof(Buffer)
}).transform((row) => ({
	accountId: row.account_id,
	masterKeyId: row.master_key_id,
	wrapped: row.wrapped
}));
/** The wrapped data keys of accounts that have one. */
async function readDataKeys(database, accountIds) {
	const rows = await database.knex(database.table("data_key")).whereIn("account_id", accountIds);
	return new Map(z.array(Row).parse(rows).map(({ accountId, ...key }) => [accountId, key]));
}
/** Keeps an account's first data key. @returns The one that is kept: of two processes at once, the same for both. */
async function saveDataKey(database, key) {
	const { accountId, masterKeyId, wrapped, createdAt } = key;
	const row = {
		account_id: accountId,
		master_key_id: masterKeyId,
		wrapped,
		created_at: createdAt
	};
	await database.write(async (transaction) => {
		await transaction(database.table("data_key")).insert(row).onConflict("account_id").ignore();
	});
	const kept = (await readDataKeys(database, [accountId])).get(accountId);
	if (!kept) throw new TypeError("a data key was written and cannot be read");
	return kept;
}
// src/vault/master-keys.ts
const KEY_BYTES = 32;
/**
* Master keys from a keyed list.
*
* @param keys Values are 32 bytes in base64. At least one.
* @param nonces Of the vault.
* @throws `MASTER_KEY_INVALID`, which names the id and no value.
*/
function readMasterKeys(keys, nonces) {
	const byId = /* @__PURE__ */ new Map();
	for (const { id, value } of keys) {
		const bytes = Buffer.from(value, "base64");
		if (bytes.length !== KEY_BYTES || byId.has(id)) throw storeErrors.error("MASTER_KEY_INVALID", { id });
		byId.set(id, createSecretKey(bytes));
	}
	const [first] = byId;
	if (!first) throw storeErrors.error("MASTER_KEY_INVALID", { id: "" });
	const [firstId, firstKey] = first;
	return {
		wrap: (accountId, dataKey) => ({
			masterKeyId: firstId,
			wrapped: encrypt(firstKey, dataKey, {
				context: accountId,
				nonce: nonces.next()
			})
		}),
		unwrap(accountId, { masterKeyId, wrapped }) {
			const key = byId.get(masterKeyId);
			const dataKey = key && decrypt(key, wrapped, accountId);
			if (!dataKey) throw storeErrors.error("MASTER_KEY_UNKNOWN", { id: masterKeyId });
			return createSecretKey(dataKey);
		}
	};
}
// src/vault/recent-keys.ts
/** The data keys used last, unwrapped, in memory: at most so many. */
var RecentKeys = class {
	limit;
	#keys = /* @__PURE__ */ new Map();
	/** @param limit How many are kept. */
	constructor(limit) {
		this.limit = limit;
	}
	get(accountId) {
		const key = this.#keys.get(accountId);
		if (key && this.#keys.size >= this.limit) {
			this.#keys.delete(accountId);
			this.#keys.set(accountId, key);
		}
		return key;
	}
	set(accountId, key) {
		this.#keys.delete(accountId);
		this.#keys.set(accountId, key);
		if (this.#keys.size <= this.limit) return;
		for (const oldest of this.#keys.keys()) {
			this.#keys.delete(oldest);
			return;
		}
	}
};
// src/vault/create-vault.ts
const DATA_KEY_BYTES = 32;
const KEYS_IN_MEMORY = 1e4;
/**
* A vault: AES-256-GCM under a data key per account, kept in `data_key` under a master key.
*
* @throws `MASTER_KEY_INVALID`
* @example
* const vault = createVault({ database, clock, masterKeys: [{ id: '2026', value: process.env.MASTER_KEY }] })
* await vault.open(accountId, await vault.seal(accountId, 'text')) // a buffer of 'text'
*/
function createVault(options) {
	const { database, clock } = options;
	const nonces = new Nonces();
	const masterKeys = readMasterKeys(options.masterKeys, nonces);
	const recent = new RecentKeys(options.keysInMemory ?? KEYS_IN_MEMORY);
	async function makeKey(accountId) {
		const wrapped = masterKeys.wrap(accountId, randomBytes(DATA_KEY_BYTES));
		const kept = await saveDataKey(database, {
			accountId,
			...wrapped,
			createdAt: clock.now().getTime()
		});
		return masterKeys.unwrap(accountId, kept);
	}
	async function loadKeys(accountIds) {
		const keys = /* @__PURE__ */ new Map();
		const missing = /* @__PURE__ */ new Set();
		for (const accountId of accountIds) {
			const key = recent.get(accountId);
			if (key) keys.set(accountId, key);
			else missing.add(accountId);
		}
		if (missing.size === 0) return keys;
		const kept = await readDataKeys(database, [...missing]);
		for (const accountId of missing) {
			const wrapped = kept.get(accountId);
			const key = wrapped ? masterKeys.unwrap(accountId, wrapped) : await makeKey(accountId);
			recent.set(accountId, key);
			keys.set(accountId, key);
		}
		return keys;
	}
	const sealer = async (accountIds) => sealerOf(await loadKeys(accountIds), nonces);
	return {
		sealer,
		seal: async (accountId, plain) => (await sealer([accountId])).seal(accountId, plain),
		open: async (accountId, sealed) => (await sealer([accountId])).open(accountId, sealed)
	};
}
function sealerOf(keys, nonces) {
	const keyOf = (accountId) => {
		const key = keys.get(accountId);
		if (!key) throw new TypeError("A sealer was asked for an account that it was not made for");
		return key;
	};
	return {
		seal: (accountId, plain) => encrypt(keyOf(accountId), plain, {
			context: accountId,
			nonce: nonces.next()
		}),
		open(accountId, sealed) {
			const plain = decrypt(keyOf(accountId), sealed, accountId);
			if (!plain) throw storeErrors.error("SEALED_DATA_DAMAGED", { account: accountId });
			return plain;
		}
	};
}
// src/wallet/create-wallet.ts
/**
* Wallets on a database. A credit is an operation of the same batches as calls.
*
* @returns `balance` throws `ACCOUNT_NOT_FOUND`; `credit` that, `INVALID_AMOUNT` and `REFERENCE_REUSED`.
* @example
* const wallet = createWallet({ database, batches, clock, ids })
* await wallet.credit({ accountId, environment: 'sandbox', amount: inr('500'), reference: 'utr-1', actor: 'cli' })
*/
function createWallet({ database, batches, clock, ids }) {
	const balance = async (accountId, environment) => {
		const row = await database.knex(database.table("wallet")).where({
			account_id: accountId,
			environment
		}).first("posted", "held");
		if (!row) throw storeErrors.error("ACCOUNT_NOT_FOUND", { id: accountId });
		return balanceOf({
			posted: micro(Number(row.posted)),
			held: micro(Number(row.held))
		});
	};
	return {
		balance,
		async credit({ accountId, environment, amount, reference, actor }) {
			if (micro(amount) <= 0) throw coreErrors.error("INVALID_AMOUNT", { text: String(amount) });
			await balance(accountId, environment);
			const of = {
				accountId,
				environment,
				at: clock.now().getTime()
			};
			const result = asCredited(await batches.run({
				...of,
				kind: "credit",
				id: ids.next(),
				amount,
				reference,
				actor
			}));
			if (result.kind === "reused") throw storeErrors.error("REFERENCE_REUSED", { reference });
			return {
				...balanceOf(result),
				credited: result.kind === "credited"
			};
		}
	};
}
const balanceOf = ({ posted, held }) => ({
	balance: posted,
	held,
	available: minus(posted, held)
});
function asCredited(result) {
	if (result.kind === "credited" || result.kind === "duplicate" || result.kind === "reused") return result;
	throw new TypeError(`a credit was decided as ${result.kind}`);
}
// src/create-store.ts
const DEFAULT_PREFIX = "parakh_";
const DEFAULT_BATCH_SIZE = 64;
const DEFAULT_LANES = 2;
/**
* Opens a store on SQLite or PostgreSQL. It does not migrate: `migrate` does.
*
* @returns The store; `close` waits for batches under way, and leaves an injected knex open.
* @throws `DATABASE_UNAVAILABLE`, `DATABASE_UNSUPPORTED`, `DURABILITY_OFF`, `MASTER_KEY_INVALID`, `PEPPER_INVALID`,
*   `TABLE_PREFIX_INVALID`
* @example
* const store = await createStore({
*   database: { client: 'sqlite3', filename: './data/acme.db' },
*   decide, // of @parakh/kernel
*   secrets: { pepper: [{ id: '1', value: process.env.PEPPER }], masterKey: [{ id: '1', value: process.env.MASTER_KEY }] },
*   clock, ids, logger,
* })
* await store.migrate()
*/
async function createStore(options) {
	const hashes = createKeyedHashes(options.secrets.pepper);
	const { tablePrefix = DEFAULT_PREFIX, logger, requireDurable = false } = options;
	const database = await openDatabase(options.database, {
		tablePrefix,
		logger
	});
	try {
		await assertDurable(database, {
			logger,
			require: requireDurable
		});
		return compose(database, options, hashes);
	} catch (error) {
		await database.close();
		throw error;
	}
}
function compose(database, options, hashes) {
	const { clock, ids, logger, decide, sandboxCredit = inr("100") } = options;
	const vault = createVault({
		database,
		clock,
		masterKeys: options.secrets.masterKey
	});
	const engine = openEngine(database, options.batch?.lanes ?? DEFAULT_LANES);
	const turns = database.dialect === "sqlite3" ? database.writers : void 0;
	const batches = createBatches({
		engine,
		decide,
		maxSize: options.batch?.maxSize ?? DEFAULT_BATCH_SIZE,
		turns
	});
	const billing = createBilling({
		database,
		batches,
		sealing: {
			vault,
			hashes
		}
	});
	const lock = createServeLock({
		database,
		clock,
		logger
	});
	return {
		accounts: createAccounts({
			database,
			clock,
			ids,
			sandboxCredit
		}),
		keys: createKeys({
			database,
			clock,
			ids,
			hashes
		}),
		billing: {
			...billing,
			async purge(before) {
				await dropEndedRecords(database, clock.now().getTime());
				return await billing.purge(before);
			}
		},
		wallet: createWallet({
			database,
			batches,
			clock,
			ids
		}),
		usage: createUsage(database),
		records: createRecordStore({
			database,
			clock,
			vault,
			hashes
		}),
		jobs: createJobQueue({
			database,
			clock,
			ids,
			vault
		}),
		outbox: createOutbox({
			database,
			clock
		}),
		ledger: createLedgerCheck({
			database,
			clock
		}),
		migrate: () => migrate(database),
		migrated: () => isMigrated(database),
		async serve(owner) {
			if (database.dialect === "pg") return;
			await lock.take(owner);
			const released = await billing.sweep(clock.now().getTime(), { goneOwner: { except: owner } });
			if (released > 0) logger.info("store.holds-voided", { released });
		},
		async ping() {
			await database.knex.raw("select 1");
		},
		close: once(async () => {
			billing.close();
			await billing.idle();
			await lock.release();
			await engine.close();
			await database.close();
		})
	};
}
function once(work) {
	let done = null;
	return () => {
		done ??= work();
		return done;
	};
}
// src/zz-bench.ts
const it = async (_, f, __) => f();
for (const client of (process.env["BENCH"] ?? "").split(",").filter(Boolean)) await it(`measures ${client}`, async () => {
	let database = {
		client: "sqlite3",
		filename: join(mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "bench-")), "b.db")
	};
	if (client === "pg") database = {
		client: "pg",
		connection: process.env["PARAKH_TEST_POSTGRES"]
	};
	let batches = 0;
	const counted = (state, ops) => {
		batches++;
		return decide(state, ops);
	};
	const clock = {
		now: () => /* @__PURE__ */ new Date(),
		monotonicMs: () => performance.now()
	};
	const ids = sequentialIds(77);
	const store = await createStore({
		database,
		decide: counted,
		clock,
		ids,
		logger: collectingLogger(),
		tablePrefix: "b_",
		batch: {
			maxSize: Number(process.env["SIZE"] ?? 64),
			lanes: Number(process.env["LANES"] ?? 2)
		},
		secrets: {
			pepper: [{
				id: "p",
				value: "x"
			}],
			masterKey: [{
				id: "m",
				value: Buffer.alloc(32, 3).toString("base64")
			}]
		}
	});
	await store.migrate();
	const payers = [];
	for (let i = 0; i < 100; i++) {
		const account = await store.accounts.create({
			name: "a",
			role: "developer"
		});
		await store.accounts.approveKyc(account.id);
		const owner = {
			accountId: account.id,
			environment: "production"
		};
		const { key } = await store.keys.create(owner);
		await store.wallet.credit({
			...owner,
			amount: inr("900000"),
			reference: "r",
			actor: "x"
		});
		payers.push({
			...owner,
			key
		});
	}
	const body = Buffer.from(JSON.stringify({
		status: "success",
		data: "x".repeat(500)
	}));
	let pairs = 0;
	let stop = false;
	const loops = Number(process.env["LOOPS"] ?? 128);
	const latencies = [];
	const loop = async (n) => {
		for (let i = 0; !stop; i++) {
			const p = payers[(n * 7 + i) % payers.length];
			const reference = ids.next();
			const at = Date.now();
			const of = {
				accountId: p.accountId,
				environment: p.environment,
				at
			};
			const claim = createHash("sha256").update(reference).digest().subarray(0, 16).toString("base64url");
			const t = performance.now();
			const a = await store.billing.admit({
				...of,
				reference,
				keyId: p.key.id,
				keyVersion: p.key.version,
				endpoint: "bank-ifsc-details",
				requestId: reference,
				claim,
				fingerprint: claim,
				price: inr("0.50"),
				priceVersion: "plugin:1",
				legs: [],
				limits: {
					endpoint: 1e9,
					total: 1e9,
					inFlight: 1e6
				},
				alreadyCounted: false,
				leaseMs: 3e4,
				owner: "o",
				consent: null
			});
			if (a.kind !== "admitted") throw new Error(JSON.stringify(a));
			const s = await store.billing.settle({
				...of,
				reference,
				keyId: p.key.id,
				epoch: a.epoch,
				outcome: "answer",
				charged: inr("0.50"),
				response: {
					status: 200,
					body
				},
				usage: {
					...of,
					keyId: p.key.id,
					reference,
					requestId: reference,
					endpoint: "bank-ifsc-details",
					status: 200,
					outcome: "answer",
					code: null,
					latencyMs: 3,
					charged: inr("0.50"),
					ip: "127.0.0.1",
					day: "2026-01-01",
					counted: true
				},
				writes: NO_WRITES
			});
			if (s.kind !== "done") throw new Error(JSON.stringify(s));
			latencies.push(performance.now() - t);
			pairs++;
		}
	};
	const started = Array.from({ length: loops }, (_, n) => loop(n));
	await new Promise((r) => setTimeout(r, 1500));
	pairs = 0;
	batches = 0;
	latencies.length = 0;
	const c0 = process.cpuUsage(); const T0 = threads();
	const t0 = performance.now();
	await new Promise((r) => setTimeout(r, Number(process.env["MS"] ?? 5e3)));
	const seconds = (performance.now() - t0) / 1e3;
	const cpu = process.cpuUsage(c0); const T1=threads(); const us=Object.entries(T1).map(([k,v])=>[+k,Math.round((v-(T0[k]??0))/1000/pairs)]).filter(([,v])=>v>0); console.log('us/pair main',us.find(([k])=>k===process.pid)?.[1],'others',JSON.stringify(us.filter(([k])=>k!==process.pid).map(([,v])=>v)));
	const report = {
		cpuPerPair: Math.round((cpu.user + cpu.system) / pairs) + "us",
		client,
		rate: Math.round(pairs / seconds),
		perBatch: (2 * pairs / batches).toFixed(1),
		msPerBatch: (1e3 * seconds / batches).toFixed(2),
		cpu: ((cpu.user + cpu.system) / 1e6 / seconds).toFixed(2),
		p50: latencies.sort((a, b) => a - b)[latencies.length >> 1]?.toFixed(1),
		p99: latencies[Math.floor(latencies.length * .99)]?.toFixed(1)
	};
	stop = true;
	await Promise.all(started);
	const t1 = performance.now();
	const v = await store.ledger.verify();
	console.log(JSON.stringify(report), JSON.stringify({
		...v,
		broken: v.broken.slice(0, 3)
	}), Math.round(performance.now() - t1) + "ms verify");
	await store.close();
}, 12e4);
export {};
