"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { designPath } from "#lib/paths.ts";
import { PlainAction, type DialogState } from "#components/studies/plain-action.tsx";
import { copyStudy } from "#lib/studies/actions.ts";

type Props = { slug: string; title: string; isShort?: boolean; shown?: DialogState };

/** Leads to the copy. In a table the button is short, and its full name is said. */
export function CopyStudy({ slug, title, isShort, shown }: Props) {
  const t = useTranslations("studies.copy");
  const router = useRouter();
  return (
    <PlainAction
      action={copyStudy}
      fields={{ slug }}
      shown={shown}
      words={{
        open: isShort ? t("short") : t("open"),
        ...(isShort ? { openOf: t("shortOf", { title }) } : {}),
        title: t("title"),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done"),
      }}
      means={t("means")}
      look={isShort ? { size: "small", variant: "quiet" } : {}}
      onDone={(copy) => router.push(designPath(copy.slug, "frame"))}
    />
  );
}
