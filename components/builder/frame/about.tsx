import { useTranslations } from "next-intl";

const points = ["frame", "selection", "fair", "unparsed"] as const;

export function FrameAbout() {
  const t = useTranslations("builder.frameStep.about");
  return points.map((point) => <p key={point}>{t(point)}</p>);
}
