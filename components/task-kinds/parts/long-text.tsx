import clsx from "clsx";
import { useMemo, type CSSProperties } from "react";
import { countLines } from "#components/reading/lines.ts";
import { PlainText } from "#components/reading/plain-text.tsx";
import { isHan } from "#components/reading/script.ts";
import { cutText } from "#lib/reading/blocks.ts";

/** More letters than a window shows. */
const atOnce = 4000;

/** Its beginning is set at once, whatever follows once it comes near the window. */
export function LongText({ language, text }: { language: string; text: string }) {
  const stretches = useMemo(() => cutText(text, isHan(language) ? atOnce / 2 : atOnce), [text, language]);
  return (
    <PlainText language={language}>
      {stretches.map(({ start, end }) => {
        const stretch = text.slice(start, end);
        const lines = { "--lines": countLines(stretch, language) } as CSSProperties;
        return (
          <span
            key={start}
            data-stretch
            className={clsx("block [unicode-bidi:plaintext]", start > 0 && "set-when-near")}
            style={start === 0 ? undefined : lines}
          >
            {stretch}
          </span>
        );
      })}
    </PlainText>
  );
}
