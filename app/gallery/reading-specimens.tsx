import { Specimen } from "#app/gallery/specimen.tsx";

export function ReadingSpecimens() {
  return (
    <Specimen title="Mixed languages">
      <p className="reading measure">
        She read the line aloud, <span lang="zh-CN">“路漫漫其修远兮，吾将上下而求索”</span>, and then
        explained it: <em>the road is long, and I shall search high and low.</em> Søren Dvořák and Zoë nodded.
      </p>
      <div lang="zh-CN" className="reading measure grid gap-3">
        <p>
          他放下手里的书，看了看窗外。“你是说，<em>昨天</em>
          已经有人来过了？”她没有马上回答，只是把茶杯推到他面前——像从前一样。
        </p>
        <p>
          这一段夹着英文：<span lang="en">“Who is speaking?”</span> 以及数字 2026 和缩写
          API，它们之间应当留出适当的空隙。
        </p>
      </div>
    </Specimen>
  );
}
