"use client";

import { useTranslations } from "next-intl";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { publishCard, withdrawCard } from "#lib/cards/actions.ts";
import { PlainAction } from "#components/studies/action-dialogs.tsx";

type Props = {
  slug: string;
  /** As it was published last. */
  settings: { withModels: boolean; licence: string | null; contact: string | null };
  isPublished: boolean;
};

/** What an admin decides of a card; to publish it anew is the same form. */
export function PublishCard({ slug, settings, isPublished }: Props) {
  const t = useTranslations("cards.staff.form");
  const { run, state, refusal, errorOf } = useFormAction(publishCard, {
    errors: "cards.staff.errors",
    fieldErrors: "cards.staff.fieldErrors",
    done: t("done"),
  });
  return (
    <ScriptForm action={run} onReset={keepFilledIn} aria-label={t("title")} className="grid max-w-xl gap-5">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <CheckboxField
        name="withModels"
        label={t("withModels")}
        hint={t("withModelsHint")}
        defaultChecked={settings.withModels}
      />
      <TextField
        name="licence"
        label={t("licence")}
        hint={t("licenceHint")}
        error={errorOf("licence")}
        defaultValue={settings.licence ?? ""}
      />
      <TextField
        name="contact"
        label={t("contact")}
        hint={t("contactHint")}
        error={errorOf("contact")}
        defaultValue={settings.contact ?? ""}
      />
      <AskAgain state={state} />
      <div>
        <SubmitButton variant={isPublished ? "secondary" : "primary"} busyLabel={t("busy")}>
          {t(isPublished ? "publishAnew" : "publish")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

export function WithdrawCard({ slug }: { slug: string }) {
  const t = useTranslations("cards.staff.withdraw");
  return (
    <PlainAction
      action={withdrawCard}
      fields={{ slug }}
      means={t("means")}
      errors="cards.staff.errors"
      words={{
        open: t("open"),
        title: t("title"),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done"),
      }}
    />
  );
}
