import { addTimes, startClock, type Times } from "#components/sitting/case-clock.ts";
import { watchCandidates } from "#components/sitting/room/watch-candidates.ts";
import { answerFields } from "#lib/sittings/answer-fields.ts";

/** Adds to a form that is sent how long its case was in front of somebody, and how its profiles stood. */
export function attendForm(form: HTMLFormElement, stored: Times | null): () => void {
  const clock = startClock(stored);
  const unwatch = watchCandidates(form);
  function changed({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.name === answerFields.choice) clock.answered();
  }
  const add = ({ formData }: FormDataEvent) => addTimes(formData, clock);
  form.addEventListener("change", changed);
  form.addEventListener("formdata", add);
  return () => {
    clock.stop();
    unwatch();
    form.removeEventListener("change", changed);
    form.removeEventListener("formdata", add);
  };
}
