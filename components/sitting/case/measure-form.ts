import { addTimes, startClock, type Times } from "#components/sitting/case/case-clock.ts";
import { watchCandidates } from "#components/sitting/case/watch-candidates.ts";
import { watchReason } from "#components/sitting/case/watch-text.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import type { TaskKind } from "#lib/task-kinds/kind.ts";

/** Adds to a form that is sent how long its case was in front of somebody, and how its profiles stood. */
export function measureForm(
  form: HTMLFormElement,
  stored: Times | null,
  words: Pick<SittingWords, "extra">,
  { decidingField }: Pick<TaskKind, "decidingField">,
): () => void {
  const clock = startClock(stored);
  const watching = [watchCandidates(form), watchReason(form, words)];
  function changed({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.name === decidingField) clock.answered();
  }
  const add = ({ formData }: FormDataEvent) => addTimes(formData, clock);
  form.addEventListener("change", changed);
  form.addEventListener("formdata", add);
  return () => {
    clock.stop();
    for (const unwatch of watching) unwatch();
    form.removeEventListener("change", changed);
    form.removeEventListener("formdata", add);
  };
}
