#include "studio/web_server.h"

#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cstring>
#include <deque>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "support/read_file.h"

namespace formola::studio {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
namespace fs = std::filesystem;
using tcp = asio::ip::tcp;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr size_t kLargestMessage = size_t{64} << 20;
constexpr size_t kMostPages = 16;

bool sameWord(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

std::string_view typeOf(std::string_view name) {
  const std::pair<std::string_view, std::string_view> types[] = {
      {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},   {".svg", "image/svg+xml"},
      {".txt", "text/plain; charset=utf-8"}, {".woff2", "font/woff2"},
      {".json", "application/json"},         {".png", "image/png"},
      {".mo", "text/plain; charset=utf-8"}};
  for (const auto& [ending, type] : types)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

// All that can be asked for, read at the start: no request names a file.
std::map<std::string, std::string> readBundle(const fs::path& folder) {
  std::map<std::string, std::string> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (!entry.is_regular_file()) continue;
    files["/" + entry.path().lexically_relative(folder).generic_string()] =
        readFile(entry.path()).value_or("");
  }
  return files;
}

struct Site {
  asio::io_context io{1};
  std::map<std::string, std::string> files;
  std::set<std::string> hosts, origins;
  std::string token;
  const MakeConversation* make = nullptr;
  size_t pages = 0;

  // "": the request may be answered.
  std::string refusal(const Request& request, bool needsOrigin) const {
    if (!hosts.contains(std::string(request[http::field::host]))) return "wrong host";
    const auto origin = request.find(http::field::origin);
    if (origin == request.end()) return needsOrigin ? "no origin" : "";
    return origins.contains(std::string(origin->value())) ? "" : "wrong origin";
  }
};

// ---- WebSocket

class Page : public Connection, public std::enable_shared_from_this<Page> {
 public:
  Page(tcp::socket socket, Site& site) : socket_(std::move(socket)), site_(site) { ++site.pages; }
  ~Page() override { --site_.pages; }

  void accept(const Request& request) {
    socket_.read_message_max(kLargestMessage);
    socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
      if (!error) self->read();
    });
    // Whoever does not say the token soon is not our page.
    after(20, [this] {
      if (!conversation_) close();
    });
  }

  void sendText(std::string message) override { send(std::move(message), false); }
  void sendBinary(std::string bytes) override { send(std::move(bytes), true); }

  void watch(int file, std::function<void()> readable) override {
    auto watched = std::make_shared<Watched>(site_.io, file, std::move(readable));
    watched_[file] = watched;
    wait(watched);
  }
  void unwatch(int file) override {
    const auto found = watched_.find(file);
    if (found == watched_.end()) return;
    found->second->descriptor.release();
    found->second->active = false;
    watched_.erase(found);
  }
  void after(double seconds, std::function<void()> work) override {
    auto timer = std::make_shared<asio::steady_timer>(
        site_.io, std::chrono::microseconds(static_cast<int64_t>(seconds * 1e6)));
    timer->async_wait(
        [weak = weak_from_this(), timer, work = std::move(work)](beast::error_code error) {
          const auto self = weak.lock();
          if (!error && self && !self->closed_) work();
        });
  }

 private:
  struct Watched {
    Watched(asio::io_context& io, int file, std::function<void()> call)
        : descriptor(io, file), readable(std::move(call)) {}
    asio::posix::stream_descriptor descriptor;
    std::function<void()> readable;
    bool active = true;
  };

  void wait(const std::shared_ptr<Watched>& watched) {
    watched->descriptor.async_wait(asio::posix::stream_descriptor::wait_read,
                                   [weak = weak_from_this(), watched](beast::error_code error) {
                                     const auto self = weak.lock();
                                     if (error || !self || !watched->active) return;
                                     watched->readable();
                                     if (watched->active) self->wait(watched);
                                   });
  }

  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, size_t) {
      if (error) return self->close();
      const std::string message = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      if (!self->take(message)) return self->close();
      if (!self->closed_) self->read();
    });
  }

  // False: the page is none of ours.
  bool take(const std::string& message) {
    if (conversation_) {
      conversation_->handle(message);
      return true;
    }
    const nlohmann::json first = nlohmann::json::parse(message, nullptr, false);
    if (!first.is_object() || first.value("method", nlohmann::json()) != "formola/hello")
      return false;
    const nlohmann::json params = first.value("params", nlohmann::json::object());
    if (!params.is_object() || !params.contains("token") || !params["token"].is_string() ||
        !sameWord(params["token"].get<std::string>(), site_.token))
      return false;
    conversation_ = (*site_.make)(*this);
    conversation_->handle(message);
    return true;
  }

  void send(std::string bytes, bool binary) {
    if (closed_) return;
    queue_.push_back({std::move(bytes), binary});
    if (queue_.size() == 1) write();
  }

  void write() {
    socket_.binary(queue_.front().second);
    socket_.async_write(asio::buffer(queue_.front().first),
                        [self = shared_from_this()](beast::error_code error, size_t) {
                          if (error) return self->close();
                          self->queue_.pop_front();
                          if (!self->queue_.empty()) self->write();
                        });
  }

  void close() {
    if (closed_) return;
    closed_ = true;
    conversation_.reset();
    for (auto& [file, watched] : watched_) {
      watched->active = false;
      watched->descriptor.release();
    }
    watched_.clear();
    beast::error_code ignored;
    socket_.next_layer().close(ignored);
  }

  websocket::stream<tcp::socket> socket_;
  Site& site_;
  beast::flat_buffer buffer_;
  std::deque<std::pair<std::string, bool>> queue_;
  std::map<int, std::shared_ptr<Watched>> watched_;
  std::unique_ptr<Conversation> conversation_;
  bool closed_ = false;
};

// ---- HTTP

class Visitor : public std::enable_shared_from_this<Visitor> {
 public:
  Visitor(tcp::socket socket, Site& site) : stream_(std::move(socket)), site_(site) {}

  void read() {
    stream_.expires_after(std::chrono::seconds(60));
    request_ = {};
    http::async_read(stream_, buffer_, request_,
                     [self = shared_from_this()](beast::error_code error, size_t) {
                       if (!error) self->answer();
                     });
  }

 private:
  void answer() {
    const bool socket = websocket::is_upgrade(request_);
    std::string refused = site_.refusal(request_, socket);
    if (socket && refused.empty() && request_.target() != "/socket") refused = "wrong address";
    if (socket && refused.empty() && site_.pages >= kMostPages) refused = "too many pages";
    if (!refused.empty())
      return give(page(http::status::forbidden, "text/plain", "refused: " + refused + "\n"));
    if (socket) {
      stream_.expires_never();
      return std::make_shared<Page>(stream_.release_socket(), site_)->accept(request_);
    }
    if (request_.method() != http::verb::get && request_.method() != http::verb::head)
      return give(page(http::status::method_not_allowed, "text/plain", "GET only\n"));
    std::string target(request_.target().substr(0, request_.target().find('?')));
    if (target == "/") target = "/index.html";
    const auto found = site_.files.find(target);
    if (found == site_.files.end())
      return give(page(http::status::not_found, "text/plain", "there is no such page\n"));
    give(page(http::status::ok, typeOf(target), found->second));
  }

  Response page(http::status status, std::string_view type, std::string body) {
    Response response{status, request_.version()};
    const std::string nonce = randomWord();
    const std::string_view mark = "%NONCE%";
    if (type.starts_with("text/html"))
      for (size_t at = 0; (at = body.find(mark, at)) != std::string::npos;)
        body.replace(at, mark.size(), nonce);
    response.set(http::field::content_type, std::string(type));
    response.set("Content-Security-Policy",
                 "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce +
                     "'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
                     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set(http::field::cache_control, "no-cache");
    response.keep_alive(request_.keep_alive() && status == http::status::ok);
    response.body() = std::move(body);
    response.prepare_payload();
    if (request_.method() == http::verb::head) response.body().clear();
    return response;
  }

  void give(Response response) {
    response_ = std::move(response);
    http::async_write(stream_, response_,
                      [self = shared_from_this()](beast::error_code error, size_t) {
                        if (!error && self->response_.keep_alive()) return self->read();
                        beast::error_code ignored;
                        self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
                      });
  }

  beast::tcp_stream stream_;
  Site& site_;
  beast::flat_buffer buffer_;
  Request request_;
  Response response_;
};

void acceptNext(tcp::acceptor& acceptor, Site& site) {
  acceptor.async_accept([&](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) {
      beast::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<Visitor>(std::move(socket), site)->read();
    }
    acceptNext(acceptor, site);
  });
}

}  // namespace

std::string randomWord() {
  unsigned char bytes[24];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) std::abort();
  std::string word;
  for (const unsigned char byte : bytes) {
    word += "0123456789abcdef"[byte >> 4];
    word += "0123456789abcdef"[byte & 15];
  }
  return word;
}

int listenHere(uint16_t& port, std::string& problem) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(port);
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof here;
  auto* address = reinterpret_cast<sockaddr*>(&here);
  if (file < 0 || setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(file, address, size) != 0 || listen(file, SOMAXCONN) != 0 ||
      getsockname(file, address, &size) != 0) {
    problem = "port " + std::to_string(port) + " cannot be used: " + std::strerror(errno) +
              "; choose another one with --port";
    if (file >= 0) close(file);
    return -1;
  }
  port = ntohs(here.sin_port);
  return file;
}

void serve(const StudioOptions& options, int socket, uint16_t port, const MakeConversation& make) {
  Site site;
  site.files = readBundle(options.bundle);
  site.make = &make;
  site.token = options.token;
  tcp::acceptor acceptor(site.io, tcp::v4(), socket);
  for (const std::string name : {"127.0.0.1:", "localhost:"}) {
    site.hosts.insert(name + std::to_string(port));
    site.origins.insert("http://" + name + std::to_string(port));
  }
  asio::signal_set signals(site.io, SIGINT, SIGTERM);
  signals.async_wait([&](beast::error_code, int) { site.io.stop(); });
  acceptNext(acceptor, site);
  site.io.run();
}

}  // namespace formola::studio
