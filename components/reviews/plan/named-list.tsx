"use client";

import { useTranslations } from "next-intl";
import { useListFocus } from "#components/builder/questions/list.ts";
import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { reviewLanguages, type Reason } from "#lib/reviews/plan/schema.ts";

type Props = {
  kind: "reasons" | "errorTypes";
  value: readonly Reason[];
  most: number;
  onChange: (value: Reason[]) => void;
  errorOf: (path: string) => string | undefined;
};

/** Reasons to reject, or types of error: the key that is stored, and what is read in each language. */
export function NamedList({ kind, value, most, onChange, errorOf }: Props) {
  const t = useTranslations("reviews.plan");
  const { list, adding, focusNext } = useListFocus();
  const wrong = errorOf("");
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-medium">{t(`${kind}.title`)}</legend>
      <p className="measure text-sm text-ink-muted">{t(`${kind}.about`)}</p>
      {wrong && <FieldError id={kind}>{wrong}</FieldError>}
      <ol ref={list} role="list" className="grid gap-3">
        {value.map((one, index) => (
          <Named
            key={index}
            kind={kind}
            index={index}
            one={one}
            errorOf={(path) => errorOf(`.${index}.${path}`)}
            onChange={(given) => onChange(value.map((old, i) => (i === index ? { ...old, ...given } : old)))}
            onRemove={() => {
              onChange(value.filter((_, i) => i !== index));
              focusNext(Math.min(index, value.length - 2), "key");
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
              onChange([...value, { key: "", words: { en: "", "zh-CN": "" } }]);
              focusNext(value.length, "key");
            }}
          >
            {t(`${kind}.add`)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type NamedProps = Pick<Props, "kind" | "errorOf"> & {
  index: number;
  one: Reason;
  onChange: (given: Partial<Reason>) => void;
  onRemove: () => void;
};

function Named({ kind, index, one, errorOf, onChange, onRemove }: NamedProps) {
  const t = useTranslations("reviews.plan");
  const place = index + 1;
  return (
    <li data-item={index} className="grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
      <TextField
        label={t("named.key", { place })}
        value={one.key}
        onChange={(event) => onChange({ key: event.target.value })}
        error={errorOf("key")}
        data-part="key"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {reviewLanguages.map((language) => (
        <TextField
          key={language}
          label={t("named.words", { place, language: t(`languages.${language}`) })}
          lang={language}
          value={one.words[language]}
          onChange={(event) => onChange({ words: { ...one.words, [language]: event.target.value } })}
          error={errorOf(`words.${language}`)}
          autoComplete="off"
        />
      ))}
      <Button variant="quiet" aria-label={t(`${kind}.removeOf`, { place })} onClick={onRemove}>
        {t("named.remove")}
      </Button>
    </li>
  );
}
