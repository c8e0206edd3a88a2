import { getTranslations } from "next-intl/server";
import { Refusal } from "#components/shell/refusal.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export async function NotFound({ inside }: { inside?: boolean }) {
  const t = await getTranslations("shell");
  const home = (
    <ButtonLink href="/" variant="primary">
      {t("home")}
    </ButtonLink>
  );
  return <Refusal words="notFound" inside={inside} actions={home} />;
}
