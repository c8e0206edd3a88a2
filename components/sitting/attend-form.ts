import { addTimes, startClock, type Times } from "#components/sitting/case-clock.ts";
import { answerFields } from "#lib/sittings/answer-fields.ts";

/** Adds to a form that is sent how long its case was in front of somebody. */
export function attendForm(form: HTMLFormElement, stored: Times | null): () => void {
  const clock = startClock(stored);
  function changed({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.name === answerFields.choice) clock.answered();
  }
  const add = ({ formData }: FormDataEvent) => addTimes(formData, clock);
  form.addEventListener("change", changed);
  form.addEventListener("formdata", add);
  return () => {
    clock.stop();
    form.removeEventListener("change", changed);
    form.removeEventListener("formdata", add);
  };
}
