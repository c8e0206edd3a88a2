import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** What the parts of these screens that run in the browser say. */
export default async function StudiesLayout({ children }: { children: ReactNode }) {
  const { builder, builderPlan, builderWords, invitations, live, people, shell, studies, table, team } =
    await getMessages();
  return (
    <NextIntlClientProvider
      messages={{
        builder,
        builderPlan,
        builderWords,
        invitations,
        live,
        people,
        shell,
        studies,
        table,
        team,
      }}
    >
      {children}
    </NextIntlClientProvider>
  );
}
