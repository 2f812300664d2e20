// Alerts and panels name metrics. A name that no server has would never say anything.
import { parse } from 'yaml'
import { expectThat, kitText } from './kit.mjs'

/** What Prometheus itself adds. */
const OF_PROMETHEUS = new Map([['up', ['job', 'instance']]])
/** Labels of each target. */
const OF_TARGETS = ['job', 'instance', 'le']
const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'and', 'or', 'unless', 'bool'])

/**
 * The metrics that an expression names, with the labels that it matches.
 *
 * @param {string} expression
 * @returns {{ name: string, labels: string[] }[]}
 */
function metricsIn(expression) {
  const bare = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/\b([a-zA-Z_:][\w:]*)\s*(\(|\{([^}]*)\})?/g)].flatMap(
    ([, name = '', next = '', matchers = '']) => {
      if (next === '(' || WORDS.has(name)) return []
      const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
      return [{ name, labels }]
    },
  )
}

/** @param {string} expression */
const groupedBy = (expression) =>
  [...expression.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((one) => one.trim()),
  )

/** The labels of each metric, as docs/reference/http.md has them. @param {string} page */
function documentedLabels(page) {
  const table = page.slice(page.indexOf('\n## Metrics'))
  const rows = [...table.matchAll(/^\| (`[^|]*`) \|([^|]*)\|/gm)]
  return new Map(
    rows.flatMap(([, names = '', labels = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [
        name,
        // After a colon stand the values of the label.
        [...(labels.split(':')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      ]),
    ),
  )
}

/** @param {string} name */
const withoutSuffix = (name) => name.replace(/_(?:bucket|sum|count)$/, '')

/** All expressions of the kit, with where they stand. */
function expressions() {
  const { groups } = parse(kitText('prometheus/parakh.rules.yaml'))
  const alerts = groups.flatMap((/** @type {any} */ group) =>
    group.rules.map((/** @type {any} */ rule) => ({ at: rule.alert, expression: rule.expr })),
  )
  const { panels } = JSON.parse(kitText('grafana/parakh.json'))
  const drawn = panels.flatMap((/** @type {any} */ panel) =>
    (panel.targets ?? []).map((/** @type {any} */ target) => ({ at: panel.title, expression: target.expr })),
  )
  return [...alerts, ...drawn]
}

/**
 * Each metric that an alert or a panel names is one that a server has, and each of its labels is documented.
 *
 * @param {ReadonlySet<string>} served The names that running servers exported.
 * @param {string} page docs/reference/http.md.
 */
export function tryMetricNames(served, page) {
  const documented = documentedLabels(page)
  for (const { at, expression } of expressions())
    for (const { name, labels } of metricsIn(expression)) {
      const ownLabels = OF_PROMETHEUS.get(name) ?? documented.get(withoutSuffix(name))
      expectThat(OF_PROMETHEUS.has(name) || served.has(withoutSuffix(name)), `${at}: a server exports ${name}`)
      expectThat(ownLabels !== undefined, `${at}: docs/reference/http.md has ${name}`)
      const known = [...(ownLabels ?? []), ...OF_TARGETS]
      for (const label of [...labels, ...groupedBy(expression)])
        expectThat(known.includes(label), `${at}: ${name} has a label ${label}`)
    }
}

/** Each alert is raised in a test. */
export function tryAlertsAreTested() {
  const { groups } = parse(kitText('prometheus/parakh.rules.yaml'))
  const { tests } = parse(kitText('prometheus/parakh.rules.test.yaml'))
  const cases = tests.flatMap((/** @type {any} */ test) => test.alert_rule_test)
  for (const { rules } of groups)
    for (const { alert } of rules) {
      const own = cases.filter((/** @type {any} */ one) => one.alertname === alert)
      expectThat(
        own.some((/** @type {any} */ one) => one.exp_alerts.length > 0),
        `${alert} is raised in a test`,
      )
      expectThat(
        own.some((/** @type {any} */ one) => one.exp_alerts.length === 0),
        `${alert} is not raised in another`,
      )
    }
}

/** The names in a page of /metrics. @param {string} text */
export const exportedNames = (text) => new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name))
