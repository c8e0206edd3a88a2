"use client";

import { useTranslations } from "next-intl";
import { useListFocus } from "#components/builder/questions/list.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { studyLanguages, type BackgroundQuestion } from "#lib/studies/schema.ts";

type Options = BackgroundQuestion["options"];
type Props = {
  value: Options;
  onChange: (options: Options) => void;
  errorOf: (path: string) => string | undefined;
};

const most = 50;

/** What can be chosen: the word that is stored, and what is read in each language. */
export function QuestionsOptions({ value, onChange, errorOf }: Props) {
  const t = useTranslations("builderWords.background");
  const { list, adding, focusNext } = useListFocus();
  const change = (at: number, given: Partial<Options[number]>) =>
    onChange(value.map((option, i) => (i === at ? { ...option, ...given } : option)));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-medium">{t("options")}</legend>
      <p className="text-sm text-ink-muted">{t("optionsHint")}</p>
      <ol ref={list} role="list" className="grid gap-3">
        {value.map((option, index) => (
          <Option
            key={index}
            index={index}
            option={option}
            errorOf={errorOf}
            onChange={(given) => change(index, given)}
            onRemove={() => {
              onChange(value.filter((_, i) => i !== index));
              focusNext(Math.min(index, value.length - 2), "value");
            }}
          />
        ))}
      </ol>
      {value.length < most && (
        <div>
          <Button
            ref={adding}
            size="small"
            onClick={() => {
              onChange([...value, { value: "", label: { en: "", "zh-CN": "" } }]);
              focusNext(value.length, "value");
            }}
          >
            {t("addOption")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type OptionProps = Pick<Props, "errorOf"> & {
  index: number;
  option: Options[number];
  onChange: (given: Partial<Options[number]>) => void;
  onRemove: () => void;
};

function Option({ index, option, onChange, onRemove, errorOf }: OptionProps) {
  const t = useTranslations("builderWords.background");
  return (
    <li data-item={index} className="grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
      <TextField
        label={t("optionValue", { place: index + 1 })}
        value={option.value}
        onChange={(event) => onChange({ value: event.target.value })}
        error={errorOf(`${index}.value`)}
        data-part="value"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {studyLanguages.map((language) => (
        <TextField
          key={language}
          label={t("optionLabel", { place: index + 1, language: t(`languages.${language}`) })}
          lang={language}
          className="leading-6"
          value={option.label[language]}
          onChange={(event) => onChange({ label: { ...option.label, [language]: event.target.value } })}
          error={errorOf(`${index}.label.${language}`)}
          autoComplete="off"
        />
      ))}
      <Button variant="quiet" aria-label={t("removeOptionOf", { place: index + 1 })} onClick={onRemove}>
        {t("removeOption")}
      </Button>
    </li>
  );
}
