"use client";

import { useTranslations } from "next-intl";
import { QuestionsOptions } from "#components/builder/questions/options.tsx";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import type { ComprehensionQuestion } from "#lib/studies/comprehension-schema.ts";
import { QuestionKey, QuestionLabels } from "#components/builder/questions/question-fields.tsx";

type Props = {
  place: number;
  value: ComprehensionQuestion;
  onChange: (change: Partial<ComprehensionQuestion>) => void;
  onRemove: () => void;
  errorOf: (path: string) => string | undefined;
};

export function ComprehensionItem({ place, value, onChange, onRemove, errorOf }: Props) {
  const t = useTranslations("builderWords.background");
  const own = useTranslations("builderWords.comprehension");
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-md border border-line bg-raised p-4">
      <legend className="px-1 font-semibold">{own("item", { place })}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <QuestionKey value={value} onChange={onChange} errorOf={errorOf} />
        <SelectField
          label={own("right")}
          hint={own("rightHint")}
          value={value.right}
          error={errorOf("right")}
          onChange={({ target }) => onChange({ right: target.value })}
        >
          <option value="">{own("choose")}</option>
          {value.options
            .filter((option) => option.value !== "")
            .map((option, index) => (
              <option key={index} value={option.value}>
                {option.label.en || option.value}
              </option>
            ))}
        </SelectField>
        <QuestionLabels
          value={value}
          onChange={onChange}
          errorOf={errorOf}
          at={`questions.comprehension.${place - 1}`}
        />
      </div>
      <QuestionsOptions
        value={value.options}
        onChange={(options) => onChange({ options })}
        errorOf={(path) => errorOf(`options.${path}`)}
      />
      <div>
        <Button size="small" variant="quiet" onClick={onRemove}>
          {t("remove", { place })}
        </Button>
      </div>
    </fieldset>
  );
}
