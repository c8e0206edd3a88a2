import { hash } from "node:crypto";
import { logNormal } from "#lib/simulated-people/chance.ts";
import type { SimulatedPerson } from "#lib/simulated-people/person.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

const wordsPerMinute = 230;
const signsPerMinute = 380;
const decidingMs = 3500;

const names = new WeakMap<ShownCase, string>();

/** The same for the same case, in whatever order of options it was shown. */
export function nameOf(shown: ShownCase, kind: KindName): string {
  const known = names.get(shown);
  if (known !== undefined) return known;
  const { passage } = serverKindOf(kind).listWords(shown.content);
  const name = hash("sha256", [...shown.names].sort().join("\n") + passage).slice(0, 16);
  names.set(shown, name);
  return name;
}

/** How long somebody with all the time in the world would take at a usual pace. */
function readingMs({ content, names, language }: ShownCase, kind: KindName): number {
  const { passage, beside } = serverKindOf(kind).listWords(content);
  const text = [passage, ...names, ...beside].join(" ");
  const length = language.startsWith("zh")
    ? text.replace(/[\s\p{P}]/gu, "").length / signsPerMinute
    : (text.match(/\S+/g)?.length ?? 0) / wordsPerMinute;
  return decidingMs + length * 60_000;
}

type Timing = { activeMs: number; firstAnswerMs: number; focusLosses: number };

/** Made up, like everything such a person does: nobody sat there that long. */
export function timeFor(person: SimulatedPerson, shown: ShownCase, kind: KindName, showing: string): Timing {
  const { seed, habit, speed, care } = person;
  const draws = (median: number, spread: number, what: string) =>
    Math.round(logNormal(median, spread, seed, what, showing));
  const isQuick = habit === "hasty" || habit === "straight_lining";
  const firstAnswerMs = isQuick
    ? Math.min(4000, Math.max(900, draws(habit === "hasty" ? 2300 : 1300, 0.35, "time")))
    : Math.max(2500, draws(readingMs(shown, kind) / speed, 0.35, "time"));
  const after = isQuick ? draws(400, 0.4, "after") : draws(1500 + 3000 * care, 0.5, "after");
  const losses = logNormal(isQuick ? 0.5 : 0.2, 1.1, seed, "focus", showing);
  return { activeMs: firstAnswerMs + after, firstAnswerMs, focusLosses: Math.floor(losses) };
}
