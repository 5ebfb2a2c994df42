#include "support/disk_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <thread>
#include <vector>

namespace formola {
namespace {

namespace fs = std::filesystem;

class DiskCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("formola-disk-cache-" + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  uint64_t bytes() const {
    uint64_t sum = 0;
    for (const auto& entry : fs::directory_iterator(folder_)) sum += entry.file_size();
    return sum;
  }
  fs::path folder_;
};

TEST_F(DiskCacheTest, ReturnsWhatWasStored) {
  const DiskCache cache(folder_);
  EXPECT_FALSE(cache.load("a"));
  cache.store("a", std::string("x\0y", 3));
  cache.store("b", "");
  EXPECT_EQ(cache.load("a"), std::string("x\0y", 3));
  EXPECT_EQ(cache.load("b"), "");
  cache.store("a", "new");
  EXPECT_EQ(DiskCache(folder_).load("a"), "new");
  cache.remove("a");
  EXPECT_FALSE(cache.load("a"));
}

TEST_F(DiskCacheTest, ADamagedFileIsNotThere) {
  const DiskCache cache(folder_);
  for (const bool shorter : {true, false}) {
    cache.store("a", "some bytes");
    const fs::path file = fs::directory_iterator(folder_)->path();
    if (shorter) {
      fs::resize_file(file, fs::file_size(file) - 1);
    } else {
      std::ofstream(file, std::ios::binary | std::ios::in).seekp(-1, std::ios::end) << 'S';
    }
    EXPECT_FALSE(cache.load("a"));
    EXPECT_FALSE(fs::exists(file));
  }
}

TEST_F(DiskCacheTest, WhatWasNotUsedForLongestGoes) {
  const DiskCache cache(folder_, 10000);
  const std::string data(3000, 'x');
  for (const char* key : {"a", "b", "c"}) cache.store(key, data);
  const auto now = fs::file_time_type::clock::now();
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const bool a = entry.path().filename().string()[0] == 'a';
    fs::last_write_time(entry, now - std::chrono::hours(a ? 2 : 3));
  }
  ASSERT_TRUE(cache.load("b"));  // used just now
  cache.store("d", data);
  EXPECT_LE(bytes(), 10000u);
  EXPECT_TRUE(cache.load("d"));
  EXPECT_TRUE(cache.load("b"));
  EXPECT_FALSE(cache.load("c"));
  cache.store("large", std::string(20000, 'x'));
  EXPECT_FALSE(cache.load("large"));
}

TEST_F(DiskCacheTest, SeveralWritersAtATime) {
  std::vector<std::thread> threads;
  for (char c = 'a'; c < 'e'; ++c)
    threads.emplace_back([this, c] {
      const DiskCache cache(folder_, 2'000'000);
      for (int i = 0; i < 50; ++i) {
        cache.store("key", std::string(10000, c));
        const auto found = cache.load("key");
        // Somebody's, and whole.
        if (!found) continue;
        EXPECT_EQ(*found, std::string(10000, (*found)[0]));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(DiskCache(folder_).load("key"));
}

TEST_F(DiskCacheTest, NoPlaceIsNoError) {
  const DiskCache nowhere{fs::path()};
  nowhere.store("a", "x");
  EXPECT_FALSE(nowhere.load("a"));
  const DiskCache forbidden("/proc/formola");
  forbidden.store("a", "x");
  EXPECT_FALSE(forbidden.load("a"));
}

TEST(ContentHashTest, TellsSequencesApart) {
  auto of = [](std::vector<std::string> texts) {
    ContentHash hash;
    for (const std::string& text : texts) hash.add(text);
    return hash.hex();
  };
  EXPECT_EQ(of({"ab", "c"}), of({"ab", "c"}));
  EXPECT_NE(of({"ab", "c"}), of({"a", "bc"}));
  EXPECT_NE(of({"a"}), of({"a", ""}));
  EXPECT_NE(of({std::string(8, '\0')}), of({std::string(9, '\0')}));
  EXPECT_NE(of({"12345678a"}), of({"12345678b"}));
  EXPECT_EQ(of({}).size(), 32u);
  EXPECT_NE(ContentHash().add(1).hex(), ContentHash().add(2).hex());
}

TEST(BuildIdentityTest, IsThere) {
  EXPECT_GE(buildIdentity().size(), 8u);
}

}  // namespace
}  // namespace formola
