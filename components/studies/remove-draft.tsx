"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { studiesPath } from "#lib/paths.ts";
import { TypedAction } from "#components/studies/typed-action.tsx";
import { removeDraft } from "#lib/studies/actions.ts";

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
