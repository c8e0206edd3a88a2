"use client";

import { useTranslations } from "next-intl";
import { NumberField } from "#components/builder/number-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { Arm } from "#lib/studies/arms/schema.ts";
import { studyLanguages } from "#lib/studies/schema.ts";

type Props = {
  number: number;
  arm: Arm;
  onChange: (by: Partial<Arm>) => void;
  /** Null where there are only two. */
  onRemove: (() => void) | null;
  errorOf: (path: string) => string | undefined;
};

/** One arm: its name, and what it is about. */
export function ArmFields({ number, arm, onChange, onRemove, errorOf }: Props) {
  const t = useTranslations("builderPlan.assignment.arms");
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-4">
      <legend className="px-2 font-medium">{t("arm", { number })}</legend>
      <div className="grid max-w-xl items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t("name")}
          value={arm.name}
          maxLength={40}
          onChange={({ target }) => onChange({ name: target.value })}
          error={errorOf("name")}
        />
        {arm.turns !== undefined && (
          <NumberField
            label={t("turns")}
            hint={t("turnsHint")}
            min={0}
            max={200}
            value={arm.turns}
            onNumber={(turns) => onChange({ turns })}
            error={errorOf("turns")}
          />
        )}
      </div>
      <Shown arm={arm} />
      {arm.instructions && (
        <div className="grid gap-4">
          <p className="measure text-sm text-ink-muted">{t("instructionsHint")}</p>
          {studyLanguages.map((language) => (
            <TextAreaField
              key={language}
              label={t(`instructions.${language}`)}
              lang={language}
              value={arm.instructions?.[language] ?? ""}
              onChange={({ target }) =>
                onChange({
                  instructions: { en: "", "zh-CN": "", ...arm.instructions, [language]: target.value },
                })
              }
              error={errorOf(`instructions.${language}`)}
            />
          ))}
          {errorOf("instructions") && (
            <p role="alert" className="text-sm font-medium text-danger">
              {errorOf("instructions")}
            </p>
          )}
        </div>
      )}
      {onRemove && (
        <div>
          <Button size="small" onClick={onRemove}>
            {t("remove", { number })}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** What this arm shows, where there is nothing to fill in. */
function Shown({ arm }: Pick<Props, "arm">) {
  const t = useTranslations("builderPlan.assignment.arms.shown");
  const shown =
    arm.profiles !== undefined
      ? t(arm.profiles ? "profiles" : "noProfiles")
      : arm.distractors !== undefined
        ? t(arm.distractors)
        : arm.translation !== undefined
          ? t(arm.translation ? "translation" : "noTranslation")
          : null;
  return shown && <p className="measure text-sm text-ink-muted">{shown}</p>;
}
