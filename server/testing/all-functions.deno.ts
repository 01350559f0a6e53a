/**
 * For Deno, not for Node: serves the functions named on the command line at /<name>. Each has its own
 * index.ts, which passes its server to Deno.serve. A function that doesn't start answers 503 with the reason,
 * like Supabase's logs.
 */
export type Serve = (handler: (request: Request) => Promise<Response>) => unknown;
declare const Deno: { serve: Serve; args: string[] };

const listen = Deno.serve;
const served = new Map<string, Parameters<Serve>[0]>();
for (const name of Deno.args) {
  Deno.serve = (handler) => served.set(name, handler);
  await import(`../../supabase/functions/${name}/index.ts`).catch((error: Error) => {
    served.set(name, async () =>
      Response.json({ code: 'BOOT_ERROR', message: error.message }, { status: 503 }),
    );
  });
}
listen(async (request) => served.get(new URL(request.url).pathname.slice(1))!(request));
