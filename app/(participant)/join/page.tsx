import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { CodeForm } from "#components/sitting/entry/join-problem.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { joinPath } from "#lib/invitations/schema.ts";
import { readCode } from "#lib/studies/codes/schema.ts";

export const generateMetadata = nameWindow((t) => t("join.byCode.title"));

/** For a code on paper: it leads to the page of its invitation, which alone looks it up. */
export default async function JoinByCodePage({ searchParams }: PageProps<"/join">) {
  const asked = (await searchParams).code;
  const typed = typeof asked === "string" ? asked : null;
  const code = typed && readCode(typed);
  if (code) redirect(joinPath(code));
  const t = await getTranslations("join.byCode");
  return (
    <div className="grid gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <CodeForm typed={typed} />
    </div>
  );
}
