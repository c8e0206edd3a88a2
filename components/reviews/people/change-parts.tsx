"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PartBoxes } from "#components/reviews/people/part-boxes.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { changeReviewParts } from "#lib/reviews/plan/actions.ts";
import { reviewParts, type ReviewPart } from "#lib/reviews/plan/schema.ts";

type Props = {
  slug: string;
  member: { userId: string; name: string; parts: readonly ReviewPart[]; mayLead: boolean };
};

export function ChangeParts({ slug, member }: Props) {
  const t = useTranslations("reviews.people.change");
  const shell = useTranslations("shell");
  const { name } = member;
  const [isOpen, open] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      title={t("title", { name })}
      description={t("means")}
      closeLabel={shell("close")}
      trigger={
        <Button size="small" variant="quiet" aria-label={t("openOf", { name })}>
          {t("open")}
        </Button>
      }
    >
      <PartsForm slug={slug} member={member} onDone={() => open(false)} />
    </Dialog>
  );
}

function PartsForm({ slug, member, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("reviews.people.change");
  const shell = useTranslations("shell");
  const { userId, name, parts, mayLead } = member;
  const { run, refusal, errorOf } = useFormAction(changeReviewParts, {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
    done: t("done", { name }),
    onDone,
  });
  return (
    <form action={run} className="grid gap-4">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="userId" value={userId} />
      <PartBoxes
        offered={reviewParts.filter((part) => mayLead || part !== "lead")}
        chosen={parts}
        error={errorOf("parts")}
      />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
