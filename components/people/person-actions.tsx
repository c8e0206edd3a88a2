"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useState } from "react";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { Button } from "#components/ui/button.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import {
  deactivate,
  makeNewLink,
  reactivate,
  resetFactors,
  setRole,
  signOutUser,
} from "#lib/users/actions.ts";
import type { ListedUser } from "#lib/users/queries.ts";

type Subject = Pick<ListedUser, "id" | "name" | "handle" | "role">;

export function NewLink({ person }: { person: Subject }) {
  const t = useTranslations("people");
  const shell = useTranslations("shell");
  const [state, action] = useActionState(makeNewLink, null);
  return (
    <ActionSection title={t("link.open")} about={t("link.description", { name: person.name })}>
      {state?.ok ? (
        <>
          <CopyableLink
            label={t("link.label", { name: person.name })}
            value={state.value}
            words={{ copy: shell("copy"), copied: shell("copied"), selected: shell("selected") }}
          />
          <p className="text-sm text-ink-muted">{t("link.once")}</p>
        </>
      ) : (
        <form action={action} className="grid gap-3">
          <FormMessage>
            {state &&
              state.error !== "ask_again" &&
              t(state.error === "inactive" ? "errors.inactive" : "errors.unknown")}
          </FormMessage>
          <AskAgain state={state} />
          <input type="hidden" name="userId" value={person.id} />
          <div>
            <SubmitButton busyLabel={t("link.busy")}>{t("link.submit")}</SubmitButton>
          </div>
        </form>
      )}
    </ActionSection>
  );
}

export function ChangeRole({ person }: { person: Subject }) {
  const t = useTranslations("people");
  const shell = useTranslations("shell");
  const [role, choose] = useState(person.role);
  const { run, refusal, state } = useFormAction(setRole, {
    errors: "people.errors",
    done: ({ links, tokens }) =>
      t("role.done", { name: person.name, role: shell(`roles.${role}`), links, tokens }),
  });
  return (
    <ActionSection title={t("role.open")} about={t("role.description", { name: person.name })}>
      <form action={run} onReset={keepFilledIn} className="grid max-w-xs gap-3">
        <FormMessage>{refusal}</FormMessage>
        <input type="hidden" name="userId" value={person.id} />
        <SelectField
          name="role"
          label={t("create.role")}
          value={role}
          onChange={(event) => choose(event.target.value as Subject["role"])}
        >
          {(["researcher", "admin"] as const).map((one) => (
            <option key={one} value={one}>
              {shell(`roles.${one}`)}
            </option>
          ))}
        </SelectField>
        <AskAgain state={state} />
        <div>
          <SubmitButton variant="secondary" busyLabel={t("role.busy")}>
            {t("role.submit")}
          </SubmitButton>
        </div>
      </form>
    </ActionSection>
  );
}

export function ResetFactors({ person }: { person: Subject }) {
  const t = useTranslations("people");
  const { run, refusal, state } = useFormAction(resetFactors, {
    errors: "people.errors",
    done: t("factors.done", { name: person.name }),
  });
  return (
    <ActionSection title={t("factors.open")} about={t("factors.description", { name: person.name })}>
      <form action={run} className="grid gap-3">
        <FormMessage>{refusal}</FormMessage>
        <input type="hidden" name="userId" value={person.id} />
        <AskAgain state={state} />
        <div>
          <SubmitButton variant="secondary" busyLabel={t("factors.busy")}>
            {t("factors.submit", { name: person.name })}
          </SubmitButton>
        </div>
      </form>
    </ActionSection>
  );
}

export function SignPersonOut({ person }: { person: Subject }) {
  const t = useTranslations("people");
  const { name } = person;
  const { run, refusal } = useFormAction(signOutUser, {
    errors: "people.errors",
    done: ({ tokens }) => t("signOut.done", { name, tokens }),
  });
  return (
    <ActionSection title={t("signOut.open")} about={t("signOut.description", { name: person.name })}>
      <form action={run} className="grid gap-3">
        <FormMessage>{refusal}</FormMessage>
        <input type="hidden" name="userId" value={person.id} />
        {person.role !== "participant" && (
          <CheckboxField
            name="tokens"
            label={t("signOut.tokens")}
            hint={t("signOut.tokensHint", { name })}
            defaultChecked
          />
        )}
        <div>
          <SubmitButton variant="secondary" busyLabel={t("signOut.busy")}>
            {t("signOut.submit", { name: person.name })}
          </SubmitButton>
        </div>
      </form>
    </ActionSection>
  );
}

export function Deactivate({ person }: { person: Subject }) {
  const t = useTranslations("people");
  const shell = useTranslations("shell");
  const [open, setOpen] = useState(false);
  const { run, refusal } = useFormAction(deactivate, {
    errors: "people.errors",
    done: t("deactivate.done", { name: person.name }),
    onDone: () => setOpen(false),
  });
  return (
    <ActionSection title={t("deactivate.open")} about={t("deactivate.description", { name: person.name })}>
      <div>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          trigger={<Button variant="danger">{t("deactivate.open")}</Button>}
          name={person.handle}
          action={run}
          description={t("deactivate.description", { name: person.name })}
          words={{
            title: t("deactivate.title", { name: person.name }),
            typeName: t("deactivate.typeName", { handle: person.handle }),
            confirm: t("deactivate.submit", { name: person.name }),
            busy: t("deactivate.busy"),
            cancel: shell("cancel"),
            close: shell("close"),
          }}
        >
          <FormMessage>{refusal}</FormMessage>
          <input type="hidden" name="userId" value={person.id} />
        </ConfirmDialog>
      </div>
    </ActionSection>
  );
}

export function LetBackIn({ person }: { person: Subject }) {
  const t = useTranslations("people");
  const { run, refusal } = useFormAction(reactivate, {
    errors: "people.errors",
    done: t("activate.done", { name: person.name }),
  });
  return (
    <ActionSection title={t("activate.open")} about={t("activate.description", { name: person.name })}>
      <form action={run} className="grid gap-3">
        <FormMessage>{refusal}</FormMessage>
        <input type="hidden" name="userId" value={person.id} />
        <div>
          <SubmitButton>{t("activate.open")}</SubmitButton>
        </div>
      </form>
    </ActionSection>
  );
}

function ActionSection({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line py-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="measure text-ink-muted">{about}</p>
      {children}
    </section>
  );
}
