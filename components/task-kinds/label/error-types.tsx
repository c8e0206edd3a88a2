import type { AppConfig } from "next-intl";
import { sayName, type PartWords } from "#components/task-kinds/parts/words.ts";
import { sayIn } from "#lib/i18n/locale.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { LabelSet } from "#lib/task-kinds/label-set.ts";
import { errorField } from "#lib/task-kinds/label/form.ts";

/** With those that only this kind has. */
export type LabelWords = PartWords &
  Pick<AppConfig["Messages"]["taskKinds"]["label"]["sitting"]["reading"], "ask" | "unsaid">;

type Props = {
  errors: NonNullable<LabelSet["errors"]>;
  value: OwnValue | null;
  words: Pick<LabelWords, "unsaid">;
  reader: "en" | "zh-CN";
  language: string;
};

/** In sight once a label is chosen that asks for it, without a script too. Nobody has to say. */
export function ErrorTypes({ errors: { question, types }, value, words, reader, language }: Props) {
  const chosen = (value?.["error"] as number | null | undefined) ?? null;
  const given = types.map((type, at) => ({ value: String(at), ...sayName(type, reader, language) }));
  return (
    <fieldset className="mt-4 hidden gap-1 group-has-[[data-asks-more]_:checked]/judging:grid">
      <legend lang={reader} className="mb-1 font-medium">
        {sayIn(question, reader)}
      </legend>
      {[...given, { value: "", name: words.unsaid, language: reader }].map((one) => (
        <label key={one.value} className="target flex items-center gap-3 text-base">
          <input
            type="radio"
            name={errorField}
            value={one.value}
            defaultChecked={one.value === String(chosen ?? "")}
            className="size-5 shrink-0 accent-accent"
          />
          <span lang={one.language} dir="auto" className="min-w-0 wrap-anywhere">
            {one.name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
