/** A call as a program of the customer sends it. */
export interface SampleCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** JSON; null: none. */
  readonly body: string | null
}
/** The languages of samples. */
export const SAMPLE_LANGUAGES = ['curl', 'node', 'python'] as const
/** A language of samples. */
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const quoted = (text: string): string => JSON.stringify(text)

/** The same call in each language. Keys come from the environment: a sample that is copied holds no secret. */
export const SAMPLES: Readonly<Record<SampleLanguage, (call: SampleCall) => string>> = {
  curl: ({ url, body }) =>
    [
      `curl ${shell(url)}`,
      '-H "X-API-Key: $API_KEY"',
      '-H "X-API-Secret: $API_SECRET"',
      ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${shell(body)}`]),
    ].join(' \\\n  '),
  node: ({ method, url, body }) =>
    [
      `const response = await fetch(${quoted(url)}, {`,
      ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
      '  headers: {',
      "    'X-API-Key': process.env.API_KEY,",
      "    'X-API-Secret': process.env.API_SECRET,",
      ...(body === null ? [] : ["    'Content-Type': 'application/json',"]),
      '  },',
      ...(body === null ? [] : [`  body: JSON.stringify(${body}),`]),
      '})',
      'console.log(response.status, await response.json())',
    ].join('\n'),
  python: ({ method, url, body }) =>
    [
      'import json, os, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${quoted(url)},`,
      `    method=${quoted(method)},`,
      ...(body === null ? [] : [`    data=${quoted(body)}.encode(),`]),
      '    headers={',
      '        "X-API-Key": os.environ["API_KEY"],',
      '        "X-API-Secret": os.environ["API_SECRET"],',
      ...(body === null ? [] : ['        "Content-Type": "application/json",']),
      '    },',
      ')',
      'with urllib.request.urlopen(request) as response:',
      '    print(response.status, json.load(response))',
    ].join('\n'),
}
