// The web server of the studio: the page's files and one WebSocket for each page.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "studio/connection.h"
#include "studio/options.h"

namespace formola::studio {

// What talks to one page. It is made when the page has shown that it knows the token.
class Conversation {
 public:
  virtual ~Conversation() = default;
  virtual void handle(std::string_view message) = 0;
};
using MakeConversation = std::function<std::unique_ptr<Conversation>(Connection&)>;

// Purpose:    serves until the process gets SIGINT or SIGTERM; `listening` is told the address with
//             the token before.
// Ensures:    only this computer is listened to. Requests whose Host is not this server's, or whose
//             Origin is another page's, are refused; so is a WebSocket whose first message does not
//             have the token. Only the files of the bundle are given out. Everything happens in the
//             calling thread.
// Returns:    what went wrong; "": nothing.
std::string serve(const StudioOptions& options, const MakeConversation& make,
                  const std::function<void(const std::string& address)>& listening);

}  // namespace formola::studio
