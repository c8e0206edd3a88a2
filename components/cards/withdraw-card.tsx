"use client";

import { useTranslations } from "next-intl";
import { PlainAction } from "#components/studies/plain-action.tsx";
import { withdrawCard } from "#lib/cards/actions.ts";

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
