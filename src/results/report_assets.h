// The page, style sheet and script of the HTML report, from the files in src/results/report.
#pragma once

namespace formola::results {

extern const char* const
    kReportPage;  // with {{title}}, {{subtitle}}, {{style}}, {{data}}, {{script}}
extern const char* const kReportStyle;
extern const char* const kReportScript;

}  // namespace formola::results
