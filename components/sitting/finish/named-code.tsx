import type { SittingWords } from "#components/sitting/words.ts";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";

type Props = { code: string; words: Pick<SittingWords, "own" | "copy"> };

/** The participant code, where one is asked to give it to somebody. */
export function NamedCode({ code, words: { own, copy } }: Props) {
  const [before, after] = own.codeIs.split("{code}");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        {before}
        <strong id="participant-code" lang="en" className="whitespace-nowrap select-all">
          {code}
        </strong>
        {after}
      </p>
      <CopyButton value={code} from="participant-code" words={copy} />
    </div>
  );
}
