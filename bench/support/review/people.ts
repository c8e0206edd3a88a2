import { timed } from "#bench/support/timing.ts";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { drawOf } from "#lib/reviews/plan/manifest.ts";

export type Worked = { next: number[]; decided: number[]; checked: number[]; acknowledged: string[] };
export const noneWorked = (): Worked => ({ next: [], decided: [], checked: [], acknowledged: [] });

type How = { until: number; everyMs: number; worked: Worked; tell?: (id: string) => void };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const said = () => ({ id: crypto.randomUUID(), clientAt: new Date(), agoMs: 0, comment: "" });

/** Asks for the next item and decides it, once in so long, until time is over or nothing is left. */
export async function annotate(part: OwnPart, { until, everyMs, worked, tell }: How): Promise<void> {
  const { takeItems } = await import("#lib/reviews/queue/queue-mutations.ts");
  const { saveDecision } = await import("#lib/reviews/deciding/deciding-mutations.ts");
  // Not all in the same instant.
  await pause(Math.random() * everyMs);
  for (let left = 1; left > 0 && performance.now() < until;) {
    const begun = performance.now();
    let items: Awaited<ReturnType<typeof takeItems>> | undefined;
    worked.next.push(
      await timed(async () => (items = await takeItems(part, { step: "decide", wanted: 2, have: [] }))),
    );
    if (!items?.ok) throw new Error(`no items: ${JSON.stringify(items)}`);
    const [item] = items.value;
    left = items.value.length;
    if (!item) return;
    const { number, round } = item;
    const accepts = drawOf(1n, "accepts", number) < 0.75;
    const given = { number, round, accepts, reason: accepts ? null : "wrong_person", ...said() };
    let saved: Awaited<ReturnType<typeof saveDecision>> | undefined;
    worked.decided.push(await timed(async () => (saved = await saveDecision(part, given))));
    if (!saved?.ok) throw new Error(`not saved: ${JSON.stringify(saved)}`);
    worked.acknowledged.push(given.id);
    tell?.(given.id);
    await pause(Math.max(0, everyMs - (performance.now() - begun)));
  }
}

/** The same of a reviewer: says what they think, then whether the decision is right. */
export async function review(part: OwnPart, { until, everyMs, worked }: How): Promise<void> {
  const { takeItems } = await import("#lib/reviews/queue/queue-mutations.ts");
  const { saveBlindDecision, saveCheck } = await import("#lib/reviews/checking/checking-mutations.ts");
  while (performance.now() < until) {
    const begun = performance.now();
    let items: Awaited<ReturnType<typeof takeItems>> | undefined;
    worked.next.push(
      await timed(async () => (items = await takeItems(part, { step: "check", wanted: 2, have: [] }))),
    );
    const item = items?.ok ? items.value[0] : undefined;
    if (item?.decisionId) {
      const { number, round, place, decisionId } = item;
      const of = { number, round, place, decisionId };
      const { comment: _, ...blind } = said();
      await saveBlindDecision(part, { ...of, accepts: true, reason: null, ...blind });
      const isRight = drawOf(1n, "right", number) < 0.95;
      const verdict = isRight
        ? { isRight, errorType: null, correctedAccepts: null, correctedReason: null }
        : { isRight, errorType: "missed", correctedAccepts: true, correctedReason: null };
      worked.checked.push(await timed(() => saveCheck(part, { ...of, ...verdict, ...said() })));
    }
    await pause(Math.max(0, everyMs - (performance.now() - begun)));
  }
}
