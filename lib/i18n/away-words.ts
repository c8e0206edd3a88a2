/** For whoever meets the product while its database is away: said where no messages can be asked for. */
export const awayWords = {
  en: {
    title: "One moment, please",
    safe: "The database can’t be reached right now. Everything confirmed as saved is safe.",
    again: "This page tries again every few seconds. You don’t need to do anything.",
    sent: "What you just sent may not have been saved. Wait a moment, then reload this page to send it again.",
    form: "The database can’t be reached right now, so nothing was saved. Your entries are still here: try again in a moment.",
  },
  "zh-CN": {
    title: "请稍候",
    safe: "暂时无法连接数据库。所有已向您确认保存的内容都是安全的。",
    again: "本页面每隔几秒会自动重试，您无需任何操作。",
    sent: "您刚才提交的内容可能没有保存。请稍候，然后重新加载本页面以再次提交。",
    form: "暂时无法连接数据库，因此没有保存任何内容。您填写的内容仍在此处，请稍后再试。",
  },
};

/** By these a browser knows it: the digest of an error in a page that has begun, and the answer in place of an action's. */
export const awayDigest = "DATABASE_AWAY";
export const awayCode = "database_unavailable";

/** Whether an error, as it reached the browser, says no more than that the database could not be asked. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === awayCode || ("digest" in error && error.digest === awayDigest);
}
