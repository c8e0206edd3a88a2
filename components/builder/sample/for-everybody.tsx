"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RequiredNumberField } from "#components/builder/number-field.tsx";
import { readCases, writeCases } from "#components/builder/sample/lines.ts";
import type { StepTools } from "#components/builder/step-form.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import type { Sample } from "#lib/studies/schema.ts";

type Props = Pick<StepTools<Sample>, "errors" | "errorOf"> & {
  kind: "attention" | "practice";
  most: number;
  value: Sample["practice"];
  onChange: (value: Sample["practice"]) => void;
  tracks: readonly string[];
  hasRight: boolean;
};

/** Cases that everybody gets: named ones first, the rest drawn. */
export function SampleForEverybody({
  kind,
  most,
  value,
  onChange,
  tracks,
  hasRight,
  errors,
  errorOf,
}: Props) {
  const t = useTranslations("builder.sampleStep");
  const [text, setText] = useState(() => writeCases(value.cases));
  const { lines } = readCases(text, tracks);
  const lineError = Object.keys(errors)
    .map((path) => new RegExp(`^${kind}\\.cases\\.(\\d+)`).exec(path)?.[1])
    .find((index) => index !== undefined);
  const error = lineError === undefined ? errorOf(`${kind}.cases`) : undefined;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t(`${kind}.title`)}</legend>
      <p className="measure text-ink-muted">{t(`${kind}.about`)}</p>
      <div className="max-w-40">
        <RequiredNumberField
          label={t(`${kind}.count`)}
          min={0}
          max={most}
          value={value.count}
          onNumber={(count) => onChange({ ...value, count })}
          error={errorOf(`${kind}.count`)}
        />
      </div>
      <TextAreaField
        label={t(`${kind}.cases`)}
        hint={t("casesHint", { right: String(hasRight) })}
        rows={3}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ ...value, cases: readCases(event.target.value, tracks).cases });
        }}
        error={lineError === undefined ? error : t("lineError", { line: lines[Number(lineError)] ?? 1 })}
        spellCheck={false}
        className="font-mono text-sm"
      />
    </fieldset>
  );
}
