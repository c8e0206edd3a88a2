import { fill, type SittingWords } from "#components/sitting/words.ts";
import { answerFields } from "#lib/sittings/answers/fields.ts";
import { maxReason, takeOutUnstorable } from "#lib/sittings/limits.ts";

export type CountingWords = Pick<SittingWords["extra"], "reasonLeft" | "reasonOver" | "takenOut">;
type Lines = { seen: Element; heard: Element };
type TextControl = HTMLTextAreaElement | HTMLInputElement;

const pauseMs = 1000;
const step = 100;
/** React would take what is set on the element itself for something it knows already, and tell nobody. */
const setNatively = (field: TextControl, text: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);

/**
 * While a text is written: takes out what no database takes, and counts down near the end, by the characters that the
 * server counts. What is too long stays where it is. Says it in two lines, one to be seen and one to be heard.
 */
export function watchText(
  field: TextControl,
  { seen, heard }: Lines,
  most: number,
  words: CountingWords,
): () => void {
  let telling: ReturnType<typeof setTimeout> | undefined;
  let wasTaken = false;

  function look(): void {
    const left = most - field.value.length;
    const over = left < 0 && fill(words.reasonOver, { count: -left });
    const taken = wasTaken ? words.takenOut : "";
    // Nobody who writes a sentence needs to hear of it.
    const isNear = left <= most / 10;
    const formatRemaining = (count: number) =>
      [taken, isNear && (over || fill(words.reasonLeft, { count }))].filter(Boolean).join(" ");
    seen.textContent = formatRemaining(left);
    if (over) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    clearTimeout(telling);
    // Heard once a pause comes, and not for every letter.
    telling = setTimeout(() => (heard.textContent = formatRemaining(Math.ceil(left / step) * step)), pauseMs);
  }
  function changed(): void {
    const clean = takeOutUnstorable(field.value);
    wasTaken = clean !== field.value;
    if (wasTaken) {
      const caret = takeOutUnstorable(field.value.slice(0, field.selectionStart ?? undefined)).length;
      setNatively(field, clean);
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

/** The reason of a case, whose form keeps the two lines. */
export function watchReason(form: HTMLFormElement, { extra }: Pick<SittingWords, "extra">): () => void {
  const field = form.querySelector<HTMLTextAreaElement>(`textarea[name=${answerFields.reason}]`);
  const [seen, heard] = [form.querySelector("[data-reason-seen]"), form.querySelector("[data-reason-heard]")];
  return field && seen && heard ? watchText(field, { seen, heard }, maxReason, extra) : () => undefined;
}
