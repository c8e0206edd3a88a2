import { ServiceLink } from "#components/sitting/entry/ends.tsx";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import type { SittingWords } from "#components/sitting/words.ts";

type Props = {
  title: string;
  value: string;
  hint: string;
  /** Where the recruiting service takes people back. */
  returnAddress: string | null;
  toService: string;
  copy: SittingWords["copy"];
};

/** The code that people are paid by. */
export function EndCode({ title, value, hint, returnAddress, toService, copy }: Props) {
  return (
    <section aria-labelledby="code" className="grid gap-2 rounded-lg border border-line bg-raised p-5">
      <h2 id="code" className="text-xl font-semibold">
        {title}
      </h2>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p
          id="completion"
          lang="en"
          className="figures text-2xl font-semibold whitespace-nowrap select-all max-[20rem]:text-xl"
        >
          {value}
        </p>
        <CopyButton value={value} from="completion" words={copy} />
      </div>
      <p className="text-ink-muted">{hint}</p>
      <ServiceLink address={returnAddress} label={toService} />
    </section>
  );
}

type NamedCodeProps = { code: string; words: Pick<SittingWords, "own" | "copy"> };

/** The participant code, where one is asked to give it to somebody. */
export function NamedCode({ code, words: { own, copy } }: NamedCodeProps) {
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
