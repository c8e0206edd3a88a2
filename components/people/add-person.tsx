"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { roles } from "#lib/auth/roles.ts";
import { addUser } from "#lib/users/actions.ts";

export function AddPerson() {
  const t = useTranslations();
  // A new key for every opening: yesterday's link must not greet the next person.
  const [opening, setOpening] = useState(0);
  return (
    <Dialog
      title={t("people.create.title")}
      description={t("people.create.description")}
      closeLabel={t("shell.close")}
      trigger={<Button variant="primary">{t("people.create.open")}</Button>}
      onOpenChange={(open) => open && setOpening(opening + 1)}
    >
      <NewPerson key={opening} />
    </Dialog>
  );
}

function NewPerson() {
  const t = useTranslations("people");
  const shell = useTranslations("shell");
  const [state, action] = useActionState(addUser, null);
  const [name, setName] = useState("");
  const [role, setRole] = useState<string>("participant");
  if (state?.ok) {
    return (
      <>
        <p role="status">{t("create.done", { name: state.value.name })}</p>
        <CopyableLink
          label={t("link.label", { name: state.value.name })}
          value={state.value.url}
          words={{ copy: shell("copy"), copied: shell("copied"), selected: shell("selected") }}
        />
        <p className="text-sm text-ink-muted">{t("link.once")}</p>
        <DialogActions>
          <DialogClose>{shell("close")}</DialogClose>
        </DialogActions>
      </>
    );
  }
  const nameError = state?.fields?.name;
  return (
    <form action={action} onReset={keepFilledIn} className="grid gap-4">
      <TextField
        name="name"
        label={t("create.name")}
        hint={t("create.nameHint")}
        error={nameError && t(nameError === "empty" ? "errors.empty" : "errors.too_long")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
      <SelectField
        name="role"
        label={t("create.role")}
        hint={t(`create.roleHints.${role as (typeof roles)[number]}`)}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {shell(`roles.${one}`)}
          </option>
        ))}
      </SelectField>
      <AskAgain state={state} />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("create.busy")}>{t("create.submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
