"use client";

import { useTranslations } from "next-intl";
import { QuestionChoice } from "#components/builder/questions/choice.tsx";
import { QuestionsOptions } from "#components/builder/questions/options.tsx";
import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import type { BackgroundQuestion } from "#lib/studies/schema.ts";
import { QuestionKey, QuestionLabels } from "#components/builder/questions/question-fields.tsx";

type Props = {
  place: number;
  of: number;
  value: BackgroundQuestion;
  onChange: (change: Partial<BackgroundQuestion>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  errorOf: (path: string) => string | undefined;
};

const kinds = ["choice", "number", "text"] as const;

export function QuestionsItem({ place, of, value, onChange, onMove, onRemove, errorOf }: Props) {
  const t = useTranslations("builderWords.background");
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-md border border-line bg-raised p-4">
      <legend className="px-1 font-semibold">{t("item", { place })}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <QuestionKey value={value} onChange={onChange} errorOf={errorOf} />
        <SelectField
          label={t("kind")}
          hint={t(`kindHints.${value.kind}`)}
          value={value.kind}
          onChange={(event) => onChange({ kind: event.target.value as BackgroundQuestion["kind"] })}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        <QuestionLabels
          value={value}
          onChange={onChange}
          errorOf={errorOf}
          at={`questions.background.${place - 1}`}
        />
      </div>
      <QuestionChoice
        legend={t("need")}
        value={value.need}
        options={(["optional", "required"] as const).map((need) => ({
          value: need,
          label: t(`needs.${need}`),
        }))}
        onChange={(need) => onChange({ need })}
      />
      {value.kind === "choice" && (
        <QuestionsOptions
          value={value.options}
          onChange={(options) => onChange({ options })}
          errorOf={(path) => errorOf(`options.${path}`)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="small" data-part="up" disabled={place === 1} onClick={() => onMove(-1)}>
          <ControlIcon name="up" className="size-4" />
          {t("up", { place })}
        </Button>
        <Button size="small" data-part="down" disabled={place === of} onClick={() => onMove(1)}>
          <ControlIcon name="down" className="size-4" />
          {t("down", { place })}
        </Button>
        <Button size="small" data-part="remove" variant="quiet" onClick={onRemove}>
          {t("remove", { place })}
        </Button>
      </div>
    </fieldset>
  );
}
