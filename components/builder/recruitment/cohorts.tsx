"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";

type Props = {
  value: readonly string[];
  onChange: (cohorts: string[]) => void;
  errors: Readonly<Record<string, string>>;
};

const readLines = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** One name a line. What is typed stays as it is; what is stored are its names. */
export function RecruitmentCohorts({ value, onChange, errors }: Props) {
  const t = useTranslations("builderWords.recruitment.cohorts");
  const [text, setText] = useState(value.join("\n"));
  return (
    <div className="max-w-xl">
      <TextAreaField
        label={t("label")}
        hint={t("hint")}
        value={text}
        rows={5}
        onChange={(event) => {
          setText(event.target.value);
          onChange(readLines(event.target.value));
        }}
        error={wordError()}
      />
    </div>
  );

  function wordError(): string | undefined {
    const path = Object.keys(errors).find((one) => one === "cohorts" || one.startsWith("cohorts."));
    if (!path) return undefined;
    const cohort = value[Number(path.split(".")[1])];
    return cohort === undefined ? t("tooMany") : t("wrong", { cohort });
  }
}
