"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFieldError } from "#components/benchmarks/use-refusal.ts";
import { NameTaken } from "#components/ui/fields/name-taken.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";

/** Held here, since a form is emptied when its action has answered. */
export function DescriptionFields({
  state,
  name: nameBefore = "",
  description: descriptionBefore = "",
  taken = [],
}: {
  state: ActionState;
  name?: string;
  description?: string;
  /** What others are called already. */
  taken?: readonly string[];
}) {
  const t = useTranslations("benchmarks");
  const errorOf = useFieldError();
  const [name, setName] = useState(nameBefore);
  const [description, setDescription] = useState(descriptionBefore);
  return (
    <>
      <TextField
        name="name"
        label={t("fields.name")}
        hint={t("fields.nameHint")}
        error={errorOf(state, "name")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
      <NameTaken name={name} taken={taken} warn={(same) => t("fields.nameTaken", { name: same })} />
      <TextAreaField
        name="description"
        label={t("fields.description")}
        hint={t("fields.descriptionHint")}
        error={errorOf(state, "description")}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </>
  );
}
