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

// A word that nobody guesses.
std::string randomWord();

// A socket of this computer alone that is listened to; port 0: any that is free, and `port` tells
// which. -1 and `problem` if it cannot be had.
int listenHere(uint16_t& port, std::string& problem);

// Purpose:    serves on a socket of listenHere until the process gets SIGINT or SIGTERM.
// Ensures:    requests whose Host is not this server's, or whose Origin is another page's, are
// refused; so
//             is a WebSocket whose first message does not have the token. Only the files of the
//             bundle are given out. Everything happens in the calling thread.
void serve(const StudioOptions& options, int socket, uint16_t port, const MakeConversation& make);

}  // namespace formola::studio
