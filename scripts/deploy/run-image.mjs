import { randomBytes } from 'node:crypto'

const DEVICES = ['null', 'zero', 'random', 'urandom']

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** What the container is given besides: a server of its own, with secrets of its own. */
const environment = () => {
  const secret = () => randomBytes(32).toString('base64')
  return {
    ...{ PARAKH_PUBLIC_URL: 'https://api.acme.example', PARAKH_DRAIN_DELAY_SECONDS: '0', PORT: '38471' },
    ...{
      PARAKH_OPERATIONS_PORT: '38472',
      PARAKH_PEPPER: secret(),
      PARAKH_MASTER_KEY: secret(),
      PARAKH_JWT_KEY: secret(),
    },
  }
}

/**
 * A script for bash in a mount namespace of its own, which runs an image as an engine does with `--read-only --tmpfs /tmp --volume …:/data`: the command is process 1, has the
 * user and the environment of the image.
 *
 * @param {{ readonly User: string, readonly WorkingDir: string, readonly Env: string[], readonly Entrypoint: string[], readonly Cmd: string[], readonly Healthcheck: { readonly Test: string[] } }} config
 * @param {{ readonly root: string, readonly data: string }} folders
 */
export function runScript({ User, WorkingDir, Env, Entrypoint, Cmd, Healthcheck }, { root, data }) {
  const given = [...Env, ...Object.entries(environment()).map(([name, value]) => `${name}=${value}`)]
  const chroot = [
    'chroot',
    `--userspec=${User}`,
    root,
    '/usr/bin/env',
    '--ignore-environment',
    `--chdir=${WorkingDir}`,
    ...given,
  ]
  const inside = (/** @type {readonly string[]} */ command) => [...chroot, ...command].map(quoted).join(' ')
  const evaluated = (/** @type {string} */ code) => inside(['node', '-e', code])
  const healthy = inside(Healthcheck.Test.slice(1))
  return `set -euo pipefail
mount --bind ${root} ${root}
mount -t proc proc ${root}/proc
mount -t tmpfs tmpfs ${root}/tmp
mount -t tmpfs tmpfs ${root}/dev
for name in ${DEVICES.join(' ')}; do touch ${root}/dev/$name; mount --bind /dev/$name ${root}/dev/$name; done
mount --bind ${data} ${root}/data
mount -o remount,bind,ro ${root}
said() { echo "$1"; exit 1; }
${healthy} && said 'healthy before it runs'
${inside([...Entrypoint, 'migrate'])}
unshare --pid --fork ${inside([...Entrypoint, ...Cmd])} & outer=$!
trap 'kill -9 $(pgrep -P $outer) 2>/dev/null || true' EXIT
for try in $(seq 40); do ${healthy} && break; kill -0 $outer || said 'it ended'; sleep 0.2; done
${healthy} || said 'it is not healthy'
${evaluated("if (process.getuid() === 0) throw new Error('it is root')")}
${evaluated("require('node:fs').writeFileSync('/data/written', '')")} || said 'it cannot write to /data'
${evaluated("require('node:fs').writeFileSync('/app/written', '')")} 2>/dev/null && said 'it can write to /app'
kill -TERM $(pgrep -P $outer)
wait $outer || said "SIGTERM does not end it well: $?"
trap - EXIT
`
}
