/** The name of the router of an operation among those of a server. @param operation Null: of all operations of the plugin. */
export const routerName = (plugin: string, operation: string | null): string => `${plugin}/${operation ?? '*'}`
