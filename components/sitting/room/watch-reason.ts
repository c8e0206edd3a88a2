import { fill, type SittingWords } from "#components/sitting/words.ts";
import { answerFields } from "#lib/sittings/answer-fields.ts";
import { mostReason, takeOutUnstorable } from "#lib/sittings/limits.ts";

/** Nobody who writes a sentence needs to hear of it. */
const toldFrom = mostReason - 1000;
const pauseMs = 1000;
const step = 100;
/** React would take what is set on the element itself for something it knows already, and tell nobody. */
const setNatively = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;

/**
 * While a reason is written: takes out what no database takes, and counts down near the end, by the characters that the
 * server counts. What is too long stays where it is. Says it in the two lines that the form keeps for it.
 */
export function watchReason(form: HTMLFormElement, { extra }: Pick<SittingWords, "extra">): () => void {
  const field = form.querySelector<HTMLTextAreaElement>(`textarea[name=${answerFields.reason}]`);
  const [seen, heard] = [form.querySelector("[data-reason-seen]"), form.querySelector("[data-reason-heard]")];
  if (!field || !seen || !heard) return () => undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let wasTaken = false;

  function look(): void {
    if (!field || !seen || !heard) return;
    const left = mostReason - field.value.length;
    const counted =
      left < 0 ? fill(extra.reasonOver, { count: -left }) : fill(extra.reasonLeft, { count: left });
    const taken = wasTaken ? extra.takenOut : "";
    const isNear = field.value.length >= toldFrom;
    seen.textContent = [taken, isNear && counted].filter(Boolean).join(" ");
    if (left < 0) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    clearTimeout(telling);
    // Heard once a pause comes, and not for every letter.
    const rounded = left < 0 ? counted : fill(extra.reasonLeft, { count: Math.ceil(left / step) * step });
    telling = setTimeout(
      () => (heard.textContent = [taken, isNear && rounded].filter(Boolean).join(" ")),
      pauseMs,
    );
  }
  function changed(): void {
    if (!field) return;
    const clean = takeOutUnstorable(field.value);
    wasTaken = clean !== field.value;
    if (wasTaken) {
      const caret = takeOutUnstorable(field.value.slice(0, field.selectionStart)).length;
      setNatively?.call(field, clean);
      field.setSelectionRange(caret, caret);
    }
    look();
  }
  // Before anybody reads the field.
  field.addEventListener("input", changed, { capture: true });
  look();
  return () => {
    clearTimeout(telling);
    field.removeEventListener("input", changed, { capture: true });
  };
}
