"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { designPath, studiesPath } from "#lib/paths.ts";
import { PlainAction, type DialogState, TypedAction } from "#components/studies/action-dialogs.tsx";
import { copyStudy, removeDraft } from "#lib/studies/actions.ts";

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

export function RemoveDraft({ slug, title }: { slug: string; title: string }) {
  const t = useTranslations("studies.remove");
  const router = useRouter();
  return (
    <TypedAction
      action={removeDraft}
      slug={slug}
      title={title}
      words={{
        open: t("open"),
        openOf: t("openOf", { title }),
        title: t("title"),
        means: t("means"),
        typeName: t("typeName", { title }),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done"),
      }}
      look={{ size: "small", variant: "quiet" }}
      onDone={() => {
        router.push(studiesPath);
        router.refresh();
      }}
    />
  );
}
