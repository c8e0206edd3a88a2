import type { AnswerStore, Draft } from "#components/sitting/device/answer-store-types.ts";
import { stampAnswer } from "#components/sitting/device/outbox-rules.ts";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import type { CaseSupply } from "#components/sitting/navigation/case-supply.ts";
import type { Place } from "#components/sitting/navigation/turning.ts";
import { fetchRuntime, preloadParts } from "#components/sitting/page/later-parts.ts";
import type { Runtime } from "#components/sitting/page/lazy-runtime.ts";
import type { Setting } from "#components/sitting/page/use-sitting-page.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

/** Answers for as long as the page is there. To whoever gives them, each is stored at once. */
export function openMemoryStore(): AnswerStore {
  const outbox = openOutboxState([]);
  const drafts = new Map<number, Draft | null>();
  return {
    ...outbox,
    put(position, value, seen) {
      const stamp = { sittingId: "", ...stampAnswer() };
      const { entry } = outbox.add(position, value, stamp, seen);
      const { revision, clientAt } = entry;
      outbox.acknowledge(entry, { revision, current: revision, savedAt: clientAt, newer: null });
      return Promise.resolve();
    },
    draft: (position) => Promise.resolve(drafts.get(position) ?? null),
    setDraft(position, draft) {
      drafts.set(position, draft && { ...draft, upon: outbox.known(position).answer });
    },
    noteChange: () => undefined,
    flush: () => Promise.resolve(outbox.state()),
    refresh: () => Promise.resolve(null),
    discardRefused: () => Promise.resolve(),
    close: () => undefined,
  };
}

type Memory = {
  cases: readonly ShownCase[];
  store: AnswerStore;
  note: Place["note"];
  /** Leads to the pages beside the cases. */
  lead: (address: string | URL) => void;
};

const nothing = () => undefined;
const nobody = () => null;

/** Attends to the cases as on a participant's page, with all of them there from the beginning, and nobody else to watch for. */
export async function openMemoryRuntime(
  { cases, store, note, lead }: Memory,
  setting: Setting,
  signal: AbortSignal,
): Promise<Runtime | null> {
  const [{ attend }, raiseDoubt] = await Promise.all([
    fetchRuntime(),
    preloadParts(setting.questions, setting.cases),
  ]);
  if (signal.aborted) return null;
  const supplied = { cases: new Map(cases.map((one) => [one.position, one])), problem: null };
  const supply: CaseSupply = { state: () => supplied, subscribe: () => nothing, require: nothing };
  const place: Place = { note, name: nothing, follow: () => nothing };
  const location = { assign: lead, replace: lead };
  const learnNews = () => Promise.resolve();
  const runtime = attend({ supply, store, learnNews, place, location, raiseDoubt }, signal);
  return { ...runtime, parts: { ...runtime.parts, SittingWatch: nobody } };
}
