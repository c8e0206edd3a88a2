"use client";

import type { AppConfig } from "next-intl";
import { CharactersLeft } from "#components/sitting/case/characters-left.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import type { CountingWords } from "#components/sitting/case/watch-text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { reportPassage } from "#lib/passage-reports/actions.ts";
import type { PassageReportKind } from "#lib/passage-reports/schema.ts";

type Props = {
  sittingId: string;
  position: number;
  kinds: readonly PassageReportKind[];
  /** How long the words may be. */
  most: number;
  /** What was said of it before. */
  said: { kind: PassageReportKind; words: string } | null;
  words: AppConfig["Messages"]["passage"] & { unreached: string; failed: string; counting: CountingWords };
};

/** What is wrong with a passage: its own record, beside the answer. */
export function ReportForm({ sittingId, position, kinds, most, said, words }: Props) {
  const [wrong, action] = useSteadyAction(reportPassage);
  const fields = wrong?.error === "invalid" ? (wrong.fields ?? {}) : {};
  return (
    <form action={action} onReset={keepFilledIn} noValidate className="grid gap-6">
      <FormMessage>
        {wrong && wrong.error !== "invalid" && (wrong.error === "unreached" ? words.unreached : words.failed)}
        {fields.kind && words.noKind}
      </FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
      <input type="hidden" name="position" value={position} />
      <fieldset className="grid gap-1">
        <legend className="font-medium">{words.kind}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="target flex items-center gap-3">
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={said?.kind === kind}
              className="size-6 shrink-0 accent-accent"
            />
            {words.kinds[kind]}
          </label>
        ))}
      </fieldset>
      <div>
        <TextAreaField
          name="words"
          label={words.words}
          hint={words.wordsHint}
          error={fields.words && words.noWords}
          defaultValue={said?.words}
        />
        <CharactersLeft name="words" most={most} words={words.counting} />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busyLabel={words.sending}>{words.submit}</SubmitButton>
        <ButtonLink href={`/sittings/${sittingId}/${position}`}>{words.back}</ButtonLink>
      </div>
    </form>
  );
}
