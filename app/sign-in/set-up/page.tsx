import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { SignOut } from "#components/doors/sign-out.tsx";
import { Factors } from "#components/second-factor/factors.tsx";
import { PublicFrame } from "#components/shell/public-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { requireEnrollee } from "#lib/auth/request/request.ts";
import { homes } from "#lib/auth/roles.ts";
import { nextInput } from "#lib/auth/schema.ts";
import { listFactors } from "#lib/auth/second-factor/factors.ts";
import { hasFactor } from "#lib/auth/second-factor/schema.ts";
import { readVisitor } from "#lib/auth/request/visitor.ts";

export const generateMetadata = nameWindow((t) => t("secondFactor.setUp.title"));

/** Where those are led who need a second factor and have none: nothing else opens for them. */
export default async function SetUpPage({ searchParams }: PageProps<"/sign-in/set-up">) {
  const viewer = await requireEnrollee("researcher", "admin");
  const next = nextInput.parse((await searchParams).next);
  const [factors, { device }] = await Promise.all([listFactors(viewer), readVisitor()]);
  const t = await getTranslations();
  return (
    <PublicFrame title={t("secondFactor.setUp.title")}>
      <p>{t("secondFactor.setUp.intro")}</p>
      <Factors factors={factors} device={device} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        {hasFactor(factors) && (
          <ButtonLink href={next ?? homes[viewer.role]} variant="primary">
            {t("secondFactor.setUp.goOn")}
          </ButtonLink>
        )}
        <SignOut label={t("shell.signOut")} />
      </div>
    </PublicFrame>
  );
}
