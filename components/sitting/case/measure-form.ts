import { addTimes, startClock, type Times, watchCandidates } from "#components/sitting/case/case-measures.ts";
import { watchReason } from "#components/sitting/case/watch-text.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";

type StoredTimes = { answer: Times | null; words: Pick<SittingWords, "extra">; kind: KindName };

/** Adds to a form that is sent how long its case was in front of somebody, and how its profiles stood. */
export function measureForm(
  form: HTMLFormElement,
  { answer, words, kind }: StoredTimes,
  signal: AbortSignal,
): void {
  const clock = startClock(answer);
  const { decidingField } = kindOf(kind);
  function changed({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.name.startsWith(decidingField)) clock.answered();
  }
  form.addEventListener("change", changed, { signal });
  form.addEventListener("formdata", ({ formData }) => addTimes(formData, clock), { signal });
  for (const stop of [clock.stop, watchCandidates(form), watchReason(form, words)])
    signal.addEventListener("abort", stop);
}
