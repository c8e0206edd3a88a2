import { atEnd } from "#bench/support/clean-up.ts";
import { actionBodies, routeBodies, type Body } from "#bench/support/hostile/bodies.ts";
import type { Caller, Sample } from "#e2e/access-matrix/callers.ts";
import { ask } from "#e2e/support/ask.ts";
import { startProduct } from "#e2e/support/product.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { buildWhenStale } from "#scripts/supervise/build.ts";

type Door = { what: string; bodies: readonly Body[]; send: (body: Body) => Promise<void> };

/** A refusal that closes the connection while the body is still being sent is an answer, too. */
async function send(url: string, asked: Parameters<typeof ask>[1]): Promise<void> {
  await ask(url, asked).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  });
}

/** Whoever gets furthest, and somebody who hasn't signed in. */
const sendersOf = (open: readonly Caller[]): readonly Caller[] =>
  open.includes("nobody") ? ["nobody"] : [...open.slice(-1), "nobody"];

/** Every action and every route that takes a body, as the table of who may do what lists them. */
export async function openSample(): Promise<{ pid: number; doors: Door[] }> {
  await buildWhenStale(projectRoot, testBuildDir, { signal: new AbortController().signal });
  const product = await startProduct();
  atEnd(() => product.stop());
  const { env } = await import("#lib/env.ts");
  const { databaseUrl, authSecret, endpointKeysKey, cardSigningKey } = product;
  Object.assign(env, { databaseUrl, authSecret, endpointKeysKey, cardSigningKey, dataDir: product.dir });
  const { db } = await import("#lib/db.ts");
  atEnd(() => db.$disconnect());
  const { borrowSamples } = await import("#e2e/access-matrix/callers.ts");
  const { builtActions } = await import("#e2e/access-matrix/built.ts");
  const { actions, addressOf, routes } = await import("#e2e/access-matrix/table.ts");
  const samples = await borrowSamples();
  const cookieOf = ({ cookie }: Sample): Record<string, string> => (cookie ? { cookie } : {});

  const ofActions = builtActions.flatMap(({ id, name, routes: [page = "/sign-in"] }): Door[] => {
    const rule = actions[name];
    // Who sends nothing to those has done something already, such as signing out.
    const senders = ["invalid", "silent"].includes(rule?.without ?? "") ? sendersOf(rule?.open ?? []) : [];
    return (senders.length > 0 ? senders : ["nobody" as const]).map((caller) => ({
      what: `${name}, ${caller}`,
      bodies: actionBodies,
      send: ({ type, body }) => {
        const headers = { ...cookieOf(samples[caller]), "content-type": type, "next-action": id };
        return send(product.url + addressOf(page, samples[caller]), { method: "POST", headers, body });
      },
    }));
  });
  const ofRoutes = Object.entries(routes).flatMap(([route, rule]): Door[] => {
    if (rule.kind !== "api" || ["GET", "DELETE"].includes(rule.question.method)) return [];
    const { method, headers: asked } = rule.question;
    return sendersOf(rule.open).map((caller) => ({
      what: `${method} ${route}, ${caller}`,
      bodies: routeBodies,
      send: ({ type, body }) => {
        const headers = { ...asked, ...cookieOf(samples[caller]), "content-type": type };
        const address = rule.address(samples[caller]) + (rule.question.query ?? "");
        return send(product.url + address, { method, headers, body });
      },
    }));
  });
  return { pid: product.web.pid, doors: [...ofActions, ...ofRoutes] };
}
