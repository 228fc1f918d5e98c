// LangChain can send all texts to a tracing service when the environment says so: that is a destination which nobody declared.

const VARIABLES = ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2'];

/** Called before LangChain is loaded. */
export function switchTracingOff(environment: NodeJS.ProcessEnv = process.env): void {
  for (const name of VARIABLES) if (environment[name] !== undefined) environment[name] = 'false';
}
