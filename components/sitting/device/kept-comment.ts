import { watchText, type CountingWords } from "#components/sitting/case/watch-text.ts";
import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";

type CommentOptions = { sittingId: string; most: number; words: CountingWords & { kept: string } };

const item = (sittingId: string) => `benchside-comment-${sittingId}`;

/**
 * A last comment is sent with handing in. Until then it stays on the device, and is back in its field after a reload, or when
 * one went back to the passages. Beneath it stands whether it is kept, since a browser may forbid it, and how long it may be.
 */
export function watchComment(box: Element, { sittingId, most, words }: CommentOptions): () => void {
  const find = (name: string) => box.querySelector(`[data-${name}]`);
  const [field, seen, heard, line] = [
    box.querySelector("textarea"),
    find("seen"),
    find("heard"),
    find("kept"),
  ];
  if (!field || !seen || !heard || !line) return () => undefined;
  const keep = () => {
    writeItem(item(sittingId), field.value || null);
    const isKept = field.value !== "" && readItem(item(sittingId)) === field.value;
    line.textContent = isKept ? words.kept : "";
  };
  field.value ||= readItem(item(sittingId)) ?? "";
  const stop = watchText(field, { seen, heard }, most, words);
  field.addEventListener("input", keep);
  keep();
  return () => {
    stop();
    field.removeEventListener("input", keep);
  };
}

export const forgetComment = (sittingId: string): void => writeItem(item(sittingId), null);
