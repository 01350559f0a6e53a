/** The one place that reads the runtime's environment, on Deno and on Node. */
type Runtime = {
  Deno?: { env: { get: (name: string) => string | undefined } };
  process?: { env: Record<string, string | undefined> };
};

export function env(name: string): string | undefined {
  const { Deno, process } = globalThis as Runtime;
  return Deno ? Deno.env.get(name) : process?.env[name];
}

export function requiredEnv(name: string): string {
  const value = env(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
