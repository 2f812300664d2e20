import type { InitPlace } from './configuration-text.ts'

/** Whom a unit runs as. */
export interface UnitUser {
  /** Not root. */
  readonly user: string
  /** The path of Node. */
  readonly node: string
  /** The path of `parakh.js`. */
  readonly parakh: string
}

/** What it may do, as in deploy/systemd: nothing but listen, connect, and write its database. A folder below /home stays readable. */
const HARDENED = `UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
PrivateIPC=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM`

/** A hardened unit of systemd for one deployment. */
export const unitText = ({ folder }: InitPlace, { user, node, parakh }: UnitUser): string => `[Unit]
Description=Parakh
Wants=network-online.target
After=network-online.target postgresql.service
StartLimitIntervalSec=0

[Service]
Type=exec
User=${user}
WorkingDirectory=${folder}
Environment=NODE_ENV=production PARAKH_CONFIG=${folder}/parakh.yaml
EnvironmentFile=${folder}/.env
ReadWritePaths=${folder}/data
ExecStartPre=${node} ${parakh} migrate
ExecStart=${node} ${parakh} serve
Restart=always
RestartSec=2
# SIGTERM drains: a call of 20 s.
TimeoutStopSec=40
KillMode=mixed
LimitNOFILE=16384

${HARDENED}

[Install]
WantedBy=multi-user.target
`
