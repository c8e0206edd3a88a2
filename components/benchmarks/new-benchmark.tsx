"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useActionState, useState } from "react";
import { useFieldError, useRefusal } from "#components/benchmarks/use-refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { NameTaken } from "#components/ui/fields/name-taken.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { createBenchmark } from "#lib/benchmarks/actions.ts";
import { importPath } from "#lib/paths.ts";

export function NewBenchmark({ taken }: { taken: readonly string[] }) {
  const t = useTranslations();
  return (
    <Dialog
      title={t("benchmarks.create.open")}
      description={t("benchmarks.create.description")}
      closeLabel={t("shell.close")}
      trigger={<Button variant="primary">{t("benchmarks.create.open")}</Button>}
    >
      <NewBenchmarkForm taken={taken} />
    </Dialog>
  );
}

function NewBenchmarkForm({ taken }: { taken: readonly string[] }) {
  const t = useTranslations();
  const router = useRouter();
  const refusalOf = useRefusal();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const made = await createBenchmark(previous, form);
    if (made.ok) router.push(importPath(made.value.slug));
    return made;
  }, null);
  const isField = state && !state.ok && state.fields;
  return (
    <form action={action} className="grid gap-4">
      <FormMessage>{!isField && refusalOf(state)}</FormMessage>
      <DescriptionFields state={state} taken={taken} />
      <DialogActions>
        <DialogClose>{t("shell.cancel")}</DialogClose>
        <SubmitButton busyLabel={t("benchmarks.create.busy")}>{t("benchmarks.create.submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}

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
